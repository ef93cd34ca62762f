import Foundation

/// Comparing what is typed with what it may become, whatever case and accents.
enum Prefix {
    /// Whether a text starts with what was typed.
    static func matches(_ text: String, _ typed: String) -> Bool {
        typed.isEmpty || text.range(of: typed, options: [.anchored, .caseInsensitive, .diacriticInsensitive]) != nil
    }

    /// The longest text that all begin with; empty for none.
    static func common(_ texts: [String]) -> String {
        guard var common = texts.first else { return "" }
        for text in texts.dropFirst() {
            common = String(zip(common, text).prefix { $0 == $1 }.map(\.0))
        }
        return common
    }
}
