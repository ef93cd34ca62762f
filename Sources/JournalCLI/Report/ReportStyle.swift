/// The style of a report's page: one column on a phone, light or dark like the reader's system, plain in print.
///
/// Nothing scrolls sideways. Where a table does not fit, each row is a block: its name, and its values after it.
enum ReportStyle {
    /// The only style that the page's content security policy allows: the SHA-256 of `text` in base 64.
    static let hash = "sha256-6f1yJtuHeeuF6zXbjS88q+Jr9QZj3XcPPp1yVthm0VY="

    /// A selector for the list's cells beyond those that are shown as columns.
    private static let others =
        "#list :is(\((1...6).map { ".columns\($0) :nth-child(n+\($0 + 1))" }.joined(separator: ",")))"

    /// Rules that show each row of some tables as a block.
    private static func blocks(_ tables: String) -> String {
        """
        \(tables) thead{position:absolute;left:-99rem}
        \(tables) tr{display:flex;flex-wrap:wrap;gap:0 1rem;padding:.4rem 0;border-bottom:1px solid var(--rule)}
        \(tables) :is(th,td){border:0;padding:0;text-align:left;white-space:normal}
        \(tables) th{flex:1 0 100%;font-weight:600}
        \(tables) td:empty{display:none}
        \(tables) td::before{content:attr(data-label) " ";color:var(--faint)}
        """
    }

    static let text = """
        :root{--paper:#fff;--ink:#1b1f24;--faint:#57606a;--rule:#d0d7de;--soft:#f3f5f7;--link:#00568a}
        *{box-sizing:border-box}
        body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
        header,main,footer{max-width:76rem;margin:0 auto;padding:0 1rem}
        header{padding-top:1.5rem}
        h1{font-size:1.75rem;line-height:1.2;margin:0}
        h2{font-size:1.25rem;line-height:1.3;margin:0 0 .5rem}
        h3{font-size:1rem;margin:0}
        h1,h3,dd,p,th,td{overflow-wrap:anywhere}
        section{margin:2rem 0 0}
        p{margin:.25rem 0}
        .quiet,footer{color:var(--faint)}
        .skip{position:absolute;left:-99rem}
        .skip:focus{left:1rem;top:.5rem;background:var(--paper);padding:.25rem .5rem}
        a,summary{color:var(--link)}
        :focus-visible{outline:3px solid var(--link);outline-offset:2px}
        dl{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,21rem),1fr));gap:.75rem;margin:0}
        dl div{background:var(--soft);border-radius:.5rem;padding:.6rem .8rem}
        dt{font-weight:600}
        dd{margin:0}
        .pictures{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,21rem),1fr));gap:0 2rem}
        .pictures>.calendar{grid-column:1/-1}
        .year{display:flex;flex-wrap:wrap;gap:.5rem 1rem}
        svg{display:block;width:100%;height:auto}
        svg.months,svg.rating{max-width:32rem}
        svg.half{flex:1 1 calc(50% - .5rem);min-width:min(100%,17rem)}
        svg.legend{max-width:24rem}
        .scroll{overflow-x:auto}
        table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
        th,td{text-align:left;vertical-align:top;padding:.3rem .6rem .3rem 0;border-bottom:1px solid var(--rule)}
        thead th{white-space:nowrap;vertical-align:bottom}
        th[scope=row]{font-weight:400;white-space:nowrap}
        th.long{white-space:normal}
        .number{text-align:right;padding-right:1.2rem}
        .scroll td{white-space:nowrap}
        details table{max-width:24rem}
        .best{padding:0;margin:0;list-style:none;display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,26rem),1fr));gap:.75rem}
        .best li{background:var(--soft);border-radius:.5rem;padding:.6rem .8rem}
        .notes,.noted td:last-child{white-space:pre-line}
        #list :is(table,thead,tbody){display:block}
        #list tr{display:flex;flex-wrap:wrap;gap:0 1rem;padding:.4rem 0;border-bottom:1px solid var(--rule)}
        #list tr[hidden]{display:none}
        #list :is(th,td){flex:0 1 auto;border:0;padding:0}
        #list :is(th,td):nth-child(2){flex-grow:1;font-weight:600}
        #list td:empty{display:none}
        #list td[data-label]::before{content:attr(data-label) " ";color:var(--faint)}
        #list tr::before{content:"";order:1;flex-basis:100%}
        #list :is(th,td):nth-child(n+3){order:2}
        #list .noted td:last-child{order:3;flex-basis:100%}
        #list th button{font:inherit;font-weight:600;color:var(--link);background:none;border:0;padding:.2rem 0;min-height:1.75rem;cursor:pointer}
        #list th[aria-sort=ascending] button::after{content:" \\25B2"}
        #list th[aria-sort=descending] button::after{content:" \\25BC"}
        .tools{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:center;margin:.5rem 0}
        .tools[hidden]{display:none}
        .tools input{font:inherit;color:inherit;background:var(--paper);border:1px solid var(--faint);border-radius:.25rem;padding:.3rem .5rem;width:min(18rem,60vw)}
        footer{padding:2rem 1rem;font-size:.875rem}
        \(PlotSVG.light)
        .l1,.l2{stroke:#0072b2;stroke-width:.6}
        @media (min-width:72rem){
        #list :is(th,td):nth-child(n){order:0;flex:0 0 7.5rem}
        #list :is(th,td):first-child{flex-basis:10.5rem}
        #list :is(th,td):nth-child(2){flex:1 1 0}
        #list td:empty{display:block}
        \(others){order:2;flex:0 1 auto}
        \(others):empty{display:none}}
        @media (max-width:71.99rem){
        \(blocks(".scroll .wide"))}
        @media screen and (max-width:47.99rem),(max-width:39.99rem){
        \(blocks(".scroll table"))}
        @media screen and (prefers-color-scheme:dark){
        :root{--paper:#0d1117;--ink:#e6edf3;--faint:#9da7b3;--rule:#3d444d;--soft:#161b22;--link:#6cb6ff}
        \(PlotSVG.dark)
        .l1,.l2{stroke:#56b4e9}}
        @media print{
        .tools,.skip,details{display:none}
        body{font-size:10pt}
        header,main,footer{max-width:none;padding:0}
        .scroll{overflow:visible}
        .best li,dl div,tr,svg{break-inside:avoid}
        h2{break-after:avoid}
        thead{display:table-header-group}
        #list{font-size:8pt}
        #list thead{display:none}}
        """
}
