import Foundation

/// The exit code and output of a run of the program.
struct Outcome: Equatable {
    var code: Int32
    var output: String
    var errors: String

    /// The lines of standard output.
    var lines: [String] { output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init) }

    /// The lines of standard error.
    var errorLines: [String] { errors.split(separator: "\n").map(String.init) }

    /// Standard output read as JSON.
    func json() throws -> Any {
        try JSONSerialization.jsonObject(with: Data(output.utf8), options: [.fragmentsAllowed])
    }

    /// Standard output read as one JSON object.
    func object() throws -> [String: Any] { try json() as? [String: Any] ?? [:] }

    /// Standard output read as an array of JSON objects.
    func objects() throws -> [[String: Any]] { try json() as? [[String: Any]] ?? [] }
}

/// The program that the tests run: the release that `SURFJOURNAL_PROGRAM` names, as `scripts/test` does, or the debug build
/// beside the test bundle.
enum Program {
    static let url = released ?? built("surfjournal")

    /// The same code linked dynamically, because no library can be preloaded into a static program.
    static let dynamic =
        released.map { $0.deletingLastPathComponent().appendingPathComponent("dynamic/surfjournal") } ?? url

    private static let released = ProcessInfo.processInfo.environment["SURFJOURNAL_PROGRAM"].map(
        URL.init(fileURLWithPath:))

    /// A loop that reads lines as the prompt does, for tests of line editing alone.
    static let probe = built("LineEditingProbe")

    private static func built(_ name: String) -> URL {
        let beside = [Bundle.main.executableURL, Bundle.main.bundleURL].compactMap(\.self) + bundleArgument
        let candidates = beside.flatMap { url in
            [url.deletingLastPathComponent(), url.deletingLastPathComponent().deletingLastPathComponent()]
                .map { $0.appendingPathComponent(name) }
        }
        return candidates.first { FileManager.default.isExecutableFile(atPath: $0.path) }
            ?? URL(fileURLWithPath: ".build/debug/" + name)
    }

    private static var bundleArgument: [URL] {
        let arguments = CommandLine.arguments
        guard let index = arguments.firstIndex(of: "--test-bundle-path"), index + 1 < arguments.count else { return [] }
        return [URL(fileURLWithPath: arguments[index + 1])]
    }
}

/// A running program.
final class Running {
    private let process: Process
    private let output: URL
    private let errors: URL
    /// Kept alive, because its folders are removed with it.
    private let sandbox: Sandbox

    init(_ process: Process, output: URL, errors: URL, in sandbox: Sandbox) throws {
        (self.process, self.output, self.errors, self.sandbox) = (process, output, errors, sandbox)
        try process.run()
    }

    /// Sends a signal.
    func send(_ signal: Int32) { Foundation.kill(process.processIdentifier, signal) }

    /// Kills the program unless it has ended.
    func kill() {
        if process.isRunning { send(SIGKILL) }
    }

    /// The text written to standard error so far.
    var errorsSoFar: String { (try? String(contentsOf: errors, encoding: .utf8)) ?? "" }

    /// Waits until the program ends.
    func outcome() throws -> Outcome {
        process.waitUntilExit()
        let status = process.terminationStatus
        return Outcome(
            code: process.terminationReason == .uncaughtSignal ? 128 + status : status,
            output: String(decoding: try Data(contentsOf: output), as: UTF8.self),
            errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
    }
}
