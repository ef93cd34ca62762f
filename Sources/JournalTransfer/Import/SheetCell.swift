import SurfLanguage

/// What spreadsheets make of a cell's text.
enum SheetCell {
    /// The text without blanks at its ends, characters that nobody sees, and the formula that keeps it text: `="Malibu"`.
    static func text(_ cell: String) -> String {
        let text = cell.withoutInvisibles().trimmingBlanks()
        guard text.hasPrefix("=\""), text.hasSuffix("\""), text.utf8.count > 2 else { return text }
        return text.dropFirst(2).dropLast().replacing("\"\"", with: "\"").description.trimmingBlanks()
    }

    /// The range that a spreadsheet turned into a day: `02-Mar` and `2-Mar` were `2-3`, whichever comes first there. Nil for
    /// anything else, such as `02. Mar`, which may have been `2.3`.
    static func range(ofDate cell: String) -> String? {
        guard cell.utf8.count <= 12, cell.utf8.contains(UInt8(ascii: "-")) else { return nil }
        let parts = cell.split(separator: "-")
        guard parts.count == 2, parts.contains(where: { $0.first?.isLetter == true }),
            let day = parts.lazy.compactMap({ Int($0) }).first,
            let month = parts.lazy.compactMap({ months[$0.lowercased().folded] }).first, (1...31).contains(day),
            day != month
        else { return nil }
        return "\(min(day, month))-\(max(day, month))"
    }

    private static let months: [String: Int] = {
        let names = [
            "jan,ene,janv", "feb,fev", "mar,mars,mrz", "apr,abr,avr", "may,mai", "jun,juin", "jul,juil", "aug,ago,aou",
            "sep,set,sept",
            "oct,okt,out", "nov", "dec,dic,dez",
        ]
        var months: [String: Int] = [:]
        for (index, list) in names.enumerated() {
            for name in list.split(separator: ",") { months[String(name)] = index + 1 }
        }
        return months
    }()

    /// Whether a row's first words name a total, which is no session.
    static func isTotal(_ cell: String) -> Bool {
        cell.utf8.count <= 20 && cell.first?.isLetter == true && totals.contains(cell.folded.filter { $0 != ":" })
    }

    private static let totals: Set<String> = [
        "total", "totals", "sum", "summe", "gesamt", "insgesamt", "somme", "totales", "totais", "suma", "soma",
        "average", "mean",
        "avg", "durchschnitt", "schnitt", "mittelwert", "media", "promedio", "moyenne", "grand total",
    ]
}
