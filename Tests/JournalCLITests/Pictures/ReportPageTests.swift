import Foundation
import Testing

@testable import JournalCLI

struct ReportPageTests {
    /// The SHA-256 of a text in base 64, by another program.
    private func digest(_ text: String) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        let code =
            "import sys, hashlib, base64; text = sys.stdin.buffer.read(); "
            + "print(base64.b64encode(hashlib.sha256(text).digest()).decode())"
        process.arguments = ["-c", code]
        let (input, output) = (Pipe(), Pipe())
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
        try input.fileHandleForWriting.close()
        let digest = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return "sha256-" + String(decoding: digest, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    @Test func `the page's policy allows exactly its own script and style`() throws {
        #expect(try digest(ReportScript.text) == ReportScript.hash)
        #expect(try digest(ReportStyle.text) == ReportStyle.hash)
    }

    @Test func `text in a page is escaped, and controls are shown`() {
        #expect(HTML.text("<b>\u{202E}\u{7}") == "&lt;b&gt;\u{FFFD}\u{2407}")
        #expect(HTML.lines("a\n<b>") == "a\n&lt;b&gt;")
        #expect(HTML.cell("a\nb") == "a b")
        #expect(HTML.cell(String(repeating: "x", count: 10_000)).utf8.count < 700)
    }
}
