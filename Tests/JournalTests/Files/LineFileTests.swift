import Foundation
import Testing

@testable import Journal

struct LineFileTests {
    private let folder: String
    private var path: String { folder + "/state/lines" }

    init() throws {
        folder = FileManager.default.temporaryDirectory.path + "/lines-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    private func remove() { try? FileManager.default.removeItem(atPath: folder) }

    private func content() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    private func place(_ text: String) throws {
        try FileManager.default.createDirectory(atPath: folder + "/state", withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    }

    @Test func `the file and its folder are private`() throws {
        defer { remove() }
        LineFile(path: path, limit: 5).append("one", since: nil)
        #expect(try mode(path) == 0o600)
        #expect(try mode(folder + "/state") == 0o700)
    }

    @Test func `a file that others can read is made private`() throws {
        defer { remove() }
        try place("one\n")
        chmod(path, 0o644)
        LineFile(path: path, limit: 5).append("two", since: nil)
        #expect(try mode(path) == 0o600)
        #expect(try content() == "one\ntwo\n")
    }

    @Test func `the new lines are those since the position`() throws {
        defer { remove() }
        let file = LineFile(path: path, limit: 5)
        #expect(file.newLines(since: nil) == nil)
        let first = try #require(file.append("one", since: nil))
        #expect(first.lines == ["one"])
        LineFile(path: path, limit: 5).append("two", since: nil)
        let second = try #require(file.append("three", since: first.position))
        #expect(second.lines == ["two", "three"])
        #expect(!second.isAll)
        #expect(file.newLines(since: second.position)?.lines == [])
    }

    @Test func `only the newest lines are kept, and a new reader gets all of them`() throws {
        defer { remove() }
        let file = LineFile(path: path, limit: 5)
        var position: LineFile.Position?
        for number in 1...11 { position = file.append("\(number)", since: position)?.position }
        #expect(try content() == "7\n8\n9\n10\n11\n")
        #expect(file.newLines(since: position)?.lines == [])
        let other = try #require(LineFile(path: path, limit: 5).append("12", since: nil))
        #expect(other.isAll)
        #expect(other.lines == ["8", "9", "10", "11", "12"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/state") == ["lines"])
    }

    @Test func `a file that is too large is cut to its newest lines`() throws {
        defer { remove() }
        let line = String(repeating: "x", count: 1000)
        try place(String(repeating: line + "\n", count: 3000))
        let newLines = try #require(LineFile(path: path, limit: 100_000).append("last", since: nil))
        #expect(newLines.lines.last == "last")
        #expect(newLines.lines.allSatisfy { $0 == line || $0 == "last" })
        #expect(try content().utf8.count < 1 << 20)
        #expect(try content().hasSuffix("\nlast\n"))
    }

    @Test func `a line after an incomplete one starts on a new line`() throws {
        defer { remove() }
        try place("one\nbrok")
        LineFile(path: path, limit: 5).append("two", since: nil)
        #expect(try content() == "one\nbrok\ntwo\n")
    }

    @Test(arguments: ["a\nb", "a\0b"])
    func `a text with a newline or NUL is not kept`(line: String) {
        defer { remove() }
        #expect(LineFile(path: path, limit: 5).append(line, since: nil) == nil)
    }

    @Test func `a link is not followed, and a folder or pipe with the file's name is left alone`() throws {
        defer { remove() }
        try place("one\n")
        let link = folder + "/state/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        #expect(LineFile(path: link, limit: 5).append("two", since: nil) == nil)
        #expect(LineFile(path: link, limit: 5).newLines(since: nil) == nil)
        #expect(LineFile(path: folder + "/state", limit: 5).append("two", since: nil) == nil)
        #expect(mkfifo(folder + "/state/pipe", 0o600) == 0)
        #expect(LineFile(path: folder + "/state/pipe", limit: 5).append("two", since: nil) == nil)
        #expect(LineFile(path: folder + "/state/pipe", limit: 5).newLines(since: nil) == nil)
        #expect(try content() == "one\n")
    }

    @Test func `lines of several processes are not mixed up`() async throws {
        defer { remove() }
        let path = path
        await withTaskGroup(of: Void.self) { group in
            for writer in 0..<4 {
                group.addTask {
                    let file = LineFile(path: path, limit: 1000)
                    for number in 0..<50 { file.append("writer \(writer) line \(number)", since: nil) }
                }
            }
        }
        let lines = try content().split(separator: "\n")
        #expect(lines.count == 200)
        #expect(Set(lines).count == 200)
        for writer in 0..<4 {
            let own: [String] = lines.map(String.init).filter { $0.hasPrefix("writer \(writer) ") }
            let wanted: [String] = (0..<50).map { "writer \(writer) line \($0)" }
            #expect(own == wanted)
        }
    }

    @Test func `a lock held by another process does not block appending`() throws {
        defer { remove() }
        let file = LineFile(path: path, limit: 5)
        file.append("one", since: nil)
        let lock = try OpenFolder(folder + "/state", followsLink: false).lock()
        defer { withExtendedLifetime(lock) {} }
        #expect(file.append("two", since: nil)?.lines == ["one", "two"])
    }
}
