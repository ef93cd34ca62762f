import SurfLanguage

/// The names of files in the folder of drafts.
enum DraftName {
    /// The prefix of a draft's file while it is being written.
    static let temporaryPrefix = ".new-"

    /// The draft's file.
    static func file(_ number: Int) -> String { "d\(number).json" }

    /// The file locked by the process that holds the draft. It is never replaced.
    static func lock(_ number: Int) -> String { ".d\(number).lock" }

    /// The folder of a draft's text while it is open in an editor.
    static func form(_ number: Int) -> String { ".d\(number).form" }

    /// The folder of a text that could not be read as a form.
    static func keptForm(_ number: Int) -> String { "d\(number).form" }

    /// The empty file that marks a number as used, also after its draft is gone. Creating a name is atomic.
    static func mark(_ number: Int) -> String { ".last-\(number)" }

    /// The record of the last `cancel`.
    static let cancel = ".cancel"

    /// The file of a cancelled draft, kept for `undo`. The stamp is that of the command.
    static func setAside(_ number: Int, stamp: Int64) -> String { "\(setAsidePrefix)\(stamp)-\(number)" }

    private static let setAsidePrefix = ".cancelled-"

    /// The stamp and the number of a cancelled draft, or nil for another name.
    static func setAside(_ name: String) -> (stamp: Int64, number: Int)? {
        guard name.hasPrefix(setAsidePrefix) else { return nil }
        let parts = name.dropFirst(setAsidePrefix.count).split(separator: "-")
        guard parts.count == 2, let stamp = Int64(parts[0]), let number = Int(parts[1]) else { return nil }
        return (stamp, number)
    }

    /// The number of a draft's file, or nil for another name.
    static func number(ofFile name: String) -> Int? { number(in: name, "d", ".json") }

    /// The number of a mark, or nil for another name.
    static func number(ofMark name: String) -> Int? { number(in: name, ".last-", "") }

    /// The number of a draft's lock, or nil for another name.
    static func number(ofLock name: String) -> Int? { number(in: name, ".d", ".lock") }

    /// The number of a draft open in an editor, or nil for another name.
    static func number(ofForm name: String) -> Int? { number(in: name, ".d", ".form") }

    /// The highest number.
    static let highest = 999_999_999_999_999

    /// Parses digits without leading zeros, at most as many as the highest number has.
    private static func number(in name: String, _ prefix: String, _ suffix: String) -> Int? {
        guard name.utf8.starts(with: prefix.utf8), name.hasSuffix(suffix) else { return nil }
        let digits = name.utf8.dropFirst(prefix.utf8.count).dropLast(suffix.utf8.count)
        guard (1...15).contains(digits.count), digits.first != UInt8(ascii: "0"), digits.allSatisfy(\.isDigit) else {
            return nil
        }
        return Int(String(Substring(digits)))
    }
}
