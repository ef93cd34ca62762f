/// The style of a report's page: one column on a phone, light or dark like the reader's system, plain in print.
enum ReportStyle {
    /// What the page's content security policy allows: the SHA-256 of `text` in base 64.
    static let hash = "sha256-9iBDtvN8HlZ+EQxvOJeJX1skZwyBGbDbQXTsFCfAVI4="

    static let text = """
        :root{--paper:#fff;--ink:#1b1f24;--faint:#57606a;--rule:#d0d7de;--soft:#f3f5f7;--link:#00568a}
        *{box-sizing:border-box}
        body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
        header,main,footer{max-width:76rem;margin:0 auto;padding:0 1rem}
        header{padding-top:1.5rem}
        h1{font-size:1.75rem;line-height:1.2;margin:0}
        h2{font-size:1.25rem;line-height:1.3;margin:0 0 .5rem}
        h3{font-size:1rem;margin:0}
        h1,h3,dd,p{overflow-wrap:anywhere}
        th,td{overflow-wrap:break-word;max-width:24rem}
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
        .pictures>.calendar{grid-column:1/-1;min-width:0}
        svg{display:block;width:100%;height:auto}
        svg.months,svg.rating{max-width:32rem}
        svg.calendar{min-width:44rem}
        .scroll{overflow-x:auto}
        table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
        th,td{text-align:left;vertical-align:top;padding:.3rem .6rem .3rem 0;border-bottom:1px solid var(--rule)}
        thead th{white-space:nowrap;vertical-align:bottom}
        th[scope=row]{font-weight:400}
        .number{text-align:right;padding-right:1.2rem}
        section:not(#list) td{white-space:nowrap}
        details table{max-width:24rem}
        .best{padding:0;margin:0;list-style:none;display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,21rem),1fr));gap:.75rem}
        .best li{background:var(--soft);border-radius:.5rem;padding:.6rem .8rem}
        .notes{white-space:pre-line;max-height:18rem;overflow:auto}
        #list td:first-child{white-space:nowrap}
        .noted td:last-child{min-width:min(24rem,75vw)}
        #list th button{font:inherit;font-weight:600;color:var(--link);background:none;border:0;padding:.2rem 0;min-height:1.75rem;cursor:pointer}
        #list th[aria-sort=ascending] button::after{content:" \\25B2"}
        #list th[aria-sort=descending] button::after{content:" \\25BC"}
        .tools{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:center;margin:.5rem 0}
        .tools[hidden]{display:none}
        .tools input{font:inherit;color:inherit;background:var(--paper);border:1px solid var(--faint);border-radius:.25rem;padding:.3rem .5rem;width:min(18rem,60vw)}
        footer{padding:2rem 1rem;font-size:.875rem}
        \(PlotSVG.light)
        .l1,.l2{stroke:#0072b2;stroke-width:.6}
        @media screen and (prefers-color-scheme:dark){
        :root{--paper:#0d1117;--ink:#e6edf3;--faint:#9da7b3;--rule:#3d444d;--soft:#161b22;--link:#6cb6ff}
        \(PlotSVG.dark)
        .l1,.l2{stroke:#56b4e9}}
        @media print{
        .tools,.skip,details{display:none}
        body{font-size:10pt}
        header,main,footer{max-width:none;padding:0}
        .scroll,.notes{overflow:visible;max-height:none}
        svg.calendar{min-width:0}
        .best li,dl div,tr,svg{break-inside:avoid}
        h2{break-after:avoid}
        thead{display:table-header-group}
        #list table{font-size:7pt}
        #list tr{display:flex;flex-wrap:wrap;padding:.2rem 0;border-bottom:1px solid var(--rule)}
        #list th,#list td{flex:1 1 0;min-width:0;padding:0 .3rem 0 0;border:0;white-space:normal;overflow-wrap:anywhere;hyphens:auto}
        #list th:first-child,#list td:first-child{flex-grow:2.6;white-space:normal}
        #list th:nth-child(2),#list td:nth-child(2){flex-grow:2}
        #list .noted th:last-child,#list .noted td:last-child{flex-basis:100%;max-width:none}
        #list th button{display:contents;color:inherit}}
        """
}
