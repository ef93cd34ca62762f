import Foundation
import Journal
import Testing

@testable import JournalCLI

struct LineHistoryTests {
    private let folder = FileManager.default.temporaryDirectory.path + "/history-" + UUID().uuidString

    private var path: String { folder + "/state/history" }

    @Test func `lines are kept, except repeated or empty ones and those that begin with a space`() {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let history = LineHistory(path: path, limit: 10)
        #expect(history.add("list") == .other(["list"]))
        #expect(history.add("list") == nil)
        #expect(history.add("") == nil)
        #expect(history.add(" secret") == nil)
        #expect(history.add("show 5") == .more(["show 5"]))
        #expect(history.add("list") == .more(["list"]))
        #expect(LineHistory(path: path, limit: 10).linesOfOthers() == .other(["list", "show 5", "list"]))
    }

    @Test func `two prompts see each other's lines in order`() {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (first, second) = (LineHistory(path: path, limit: 10), LineHistory(path: path, limit: 10))
        _ = first.add("one")
        #expect(second.linesOfOthers() == .other(["one"]))
        _ = second.add("two")
        #expect(first.add("three") == .more(["two", "three"]))
        #expect(second.linesOfOthers() == .more(["three"]))
        #expect(second.linesOfOthers() == nil)
    }

    @Test func `letters are stored in composed form`() {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let history = LineHistory(path: path, limit: 10)
        guard case .other(let lines) = history.add("Rinco\u{301}n") else {
            Issue.record("not kept")
            return
        }
        #expect(lines.map { Array($0.utf8) } == [Array("Rinc\u{F3}n".utf8)])
    }

    @Test func `without a file, lines are kept until the prompt exits`() {
        for history in [LineHistory(path: nil, limit: 10), LineHistory(path: "/proc/no/such/history", limit: 10)] {
            #expect(history.linesOfOthers() == nil)
            #expect(history.add("list") == .more(["list"]))
            #expect(history.add("list") == nil)
        }
    }

    @Test(arguments: [
        (["XDG_STATE_HOME": "/s", "HOME": "/h"], "/s/surfjournal/history"),
        (["XDG_STATE_HOME": "relative", "HOME": "/h"], "/h/.local/state/surfjournal/history"),
        (["HOME": "/h"], "/h/.local/state/surfjournal/history"), (["HOME": ""], nil), ([:], nil),
    ])
    func `the history file is in the user's state folder`(environment: [String: String], path: String?) {
        #expect(LineHistory.path(environment) == path)
    }
}
