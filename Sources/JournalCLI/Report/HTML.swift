import Journal
import JournalInsight

/// Writes text and tables as HTML.
enum HTML {
    /// A text on one line. Control characters are shown as on a terminal, and markup has no effect.
    static func text(_ text: String) -> String { PlotSVG.escaped(TerminalSafe.text(text)) }

    /// A text inside another text, whose direction it does not change.
    static func isolated(_ text: String) -> String { "<bdi>\(HTML.text(text))</bdi>" }

    /// A text with its line ends.
    static func lines(_ text: String) -> String {
        text.split(omittingEmptySubsequences: false) { $0.isNewline }.map { HTML.text(String($0)) }
            .joined(separator: "\n")
    }

    /// A text in a table, on one line, cut if it is very long.
    static func cell(_ text: String) -> String {
        HTML.text(text.split { $0.isNewline }.joined(separator: " ").cut(utf8: longestCell))
    }

    private static let longestCell = 600

    /// A table. A column without a title in the first place has the rows' names; elsewhere it is left out. In a narrow
    /// window each row is a name and its labelled values.
    static func table(_ table: Table) -> String {
        let shown = table.columns.indices.filter { $0 == 0 || !table.columns[$0].title.isEmpty }
        let heads = shown.map { "<th scope=\"col\"\(number(table.columns[$0]))>\(text(table.columns[$0].title))</th>" }
        let rows = table.rows.map { row in
            let cells = shown.map { column in
                column == 0 ? name(row[column]) : value(row[column], of: table.columns[column])
            }
            return "<tr>\(cells.joined())</tr>"
        }
        let style = shown.count > narrow ? " class=\"wide\"" : ""
        return (["<table\(style)><thead><tr>\(heads.joined())</tr></thead><tbody>"] + rows + ["</tbody></table>"])
            .joined(separator: "\n")
    }

    /// A table with more columns needs a wide window.
    private static let narrow = 5

    /// The name of a row, on one line unless it is very long.
    private static func name(_ text: String) -> String {
        let style = text.count > longestName ? " class=\"long\"" : ""
        return "<th scope=\"row\"\(style)>\(cell(text))</th>"
    }

    private static let longestName = 40

    private static func value(_ text: String, of column: Table.Column) -> String {
        "<td\(number(column)) data-label=\"\(HTML.text(column.title))\">\(cell(text))</td>"
    }

    private static func number(_ column: Table.Column) -> String {
        column.alignment == .right ? " class=\"number\"" : ""
    }

    /// An element that scrolls sideways, also with the keyboard, if the window is narrower.
    static func scrolling(_ element: String, label: String) -> String {
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"\(text(label))\">\(element)</div>"
    }
}
