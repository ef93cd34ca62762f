/// What the words of a tide say: how high it is, and whether it rises. A height in it is a measure.
package struct TideReading: Equatable, Sendable {
    package enum Level: Sendable {
        case low, mid, high
    }

    package private(set) var level: Level?
    package private(set) var isRising: Bool?

    /// - Complexity: O(*n*) in the text, of which the first 200 bytes count.
    package init(_ text: String) {
        let grammar = Grammar(line: TokenLine(plain: String(text.prefix(200))), units: nil, order: nil)
        let end = grammar.tokens.count
        var index = 0
        while index < end {
            let found = grammar.match(index, end) { [.tideLevel, .tideMotion, .tide].contains($0) ? true : nil }
            if let found { note(grammar.text(index..<found.end).folded) }
            index = found?.end ?? index + 1
        }
    }

    private mutating func note(_ words: String) {
        if TideReading.falling.contains(words) { isRising = isRising ?? false }
        if TideReading.rising.contains(words) { isRising = isRising ?? true }
        level = level ?? TideReading.levels.first { $0.words.contains(words) }?.level
    }

    // The words are those of the lexicon for tides, of which 'turning', 'neap' and 'spring' say neither.
    private static let falling = set(
        "falling,dropping,outgoing,going out,draining,ebbing,going down,dropping out,bajando,vaciando,a vazar,vazando,"
            + "secando,a descer,descendante,ablaufend,fallend,ebbe")
    private static let rising = set(
        "rising,pushing,incoming,inc,coming in,filling in,flooding,coming up,going up,pushing in,subiendo,llenando,a encher,"
            + "enchendo,subindo,a subir,montante,auflaufend,steigend,flut")
    private static let levels: [(level: Level, words: Set<String>)] = [
        (.low, set("low,lw,baja,baixa,seca,vazia,basse,niedrige,niedrigwasser,bajamar,baixa mar")),
        (.mid, set("mid,half,medium,media,mi,mittlere,mittlere flut,mi maree")),
        (.high, set("high,hw,alta,cheia,haute,hohe,hochwasser,pleamar,preia mar")),
    ]

    private static func set(_ words: String) -> Set<String> { Set(words.split(separator: ",").map(String.init)) }
}
