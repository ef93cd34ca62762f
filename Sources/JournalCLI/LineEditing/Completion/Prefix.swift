import Foundation

/// Prefix comparison that ignores case and accents.
enum Prefix {
    /// Whether the text starts with what was typed.
    static func matches(_ text: String, _ typed: String) -> Bool {
        typed.isEmpty || text.range(of: typed, options: [.anchored, .caseInsensitive, .diacriticInsensitive]) != nil
    }

    /// The longest common prefix, or an empty string if there are no texts.
    static func common(_ texts: [String]) -> String {
        guard var common = texts.first else { return "" }
        for text in texts.dropFirst() {
            common = String(zip(common, text).prefix { $0 == $1 }.map(\.0))
        }
        return common
    }
}
