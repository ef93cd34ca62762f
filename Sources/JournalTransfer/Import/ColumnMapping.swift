import Journal
import SurfLanguage

/// The meaning that the user gives to a column; nil if it is not imported.
package struct ColumnMapping: Equatable, Sendable {
    package let column: String
    package let meaning: ColumnMeaning?

    package init(_ column: String, _ meaning: ColumnMeaning?) {
        (self.column, self.meaning) = (column, meaning)
    }

    /// Parses `COLUMN=FIELD`, `COLUMN=FIELD:NOTE` or `COLUMN=`; nil if no `=` is followed by a field.
    ///
    /// A column's name may contain an equals sign. The note is what a header may have in brackets: `duration:s`,
    /// `rating:POOR=1,GOOD=4`.
    package init?(_ text: String) {
        for sign in text.indices.reversed() where text[sign] == "=" && sign > text.startIndex {
            let (name, target) = (String(text[..<sign]), String(text[text.index(after: sign)...]))
            if target.isEmpty {
                self.init(name, nil)
                return
            }
            if let meaning = ColumnMapping.meaning(target) {
                self.init(name, meaning)
                return
            }
        }
        return nil
    }

    /// The mapping as text that `init(_:)` reads.
    package var text: String {
        guard let meaning else { return column + "=" }
        return "\(column)=\(meaning.name)\(meaning.note.text.isEmpty ? "" : ":" + meaning.note.text)"
    }

    private static func meaning(_ text: String) -> ColumnMeaning? {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map {
            String($0).trimmingBlanks()
        }
        guard var meaning = ColumnMapping.target(parts[0]) else { return nil }
        if parts.count == 2 {
            guard let note = ColumnNote(mapping: parts[1]) else { return nil }
            meaning.note = note
        }
        return meaning
    }

    private static func target(_ name: String) -> ColumnMeaning? {
        switch EntryColumn(name: name) {
        case .id?: return ColumnMeaning(.id)
        case .field(let field)?: return ColumnMeaning(.field(field, .whole))
        case .rev?, .sample?, .mentions?: return nil
        case nil: return ColumnMeaning.of(header: name).first.map { ColumnMeaning($0.target, note: $0.note) }
        }
    }

    /// Whether it is for the column with this name, ignoring case.
    package func isOf(_ name: String) -> Bool { ColumnMapping.isSame(column, name) }

    /// Whether two names are equal, ignoring case.
    static func isSame(_ name: String, _ other: String) -> Bool {
        name == other || name.trimmingBlanks().folded == other.trimmingBlanks().folded
    }
}

/// A condition on rows: `Activity Type = Surfing`, or `!=`.
package struct ImportCondition: Equatable, Sendable {
    package let column: String
    package let value: String
    package let isEqual: Bool

    /// Parses `COLUMN = VALUE` or `COLUMN != VALUE`; nil for anything else.
    package init?(_ text: String) {
        guard let sign = text.firstIndex(of: "="), sign > text.startIndex else { return nil }
        let isEqual = text[text.index(before: sign)] != "!"
        let name = text[..<(isEqual ? sign : text.index(before: sign))]
        (column, value) = (
            String(name).trimmingBlanks(), String(text[text.index(after: sign)...]).trimmingBlanks()
        )
        self.isEqual = isEqual
        if column.isEmpty { return nil }
    }

    /// Whether a cell fulfils the condition, ignoring case.
    func accepts(_ cell: String) -> Bool { ColumnMapping.isSame(cell, value) == isEqual }
}
