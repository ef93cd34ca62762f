import Foundation
import Persistence
import TestSupport

/// The independent implementation of the file format, in `Tests/StoreFormat`: a process that answers requests, one JSON
/// line each.
final class FormatReference {
    typealias JSON = [String: Any]

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let process = Process()
    private let requests = Pipe()
    private let answers = Pipe()
    private var buffer = Data()

    init() throws {
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-m", "StoreFormat", "serve"]
        process.currentDirectoryURL = FormatReference.folder
        var environment = ProcessInfo.processInfo.environment
        environment["PYTHONDONTWRITEBYTECODE"] = "1"
        process.environment = environment
        process.standardInput = requests
        process.standardOutput = answers
        try process.run()
    }

    deinit {
        try? requests.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    /// The folder `Tests`.
    private static var folder: URL {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
    }

    /// - Throws: `Failure` if the answer is an error or the process ended.
    func ask(_ request: JSON) throws -> JSON {
        try requests.fileHandleForWriting.write(
            contentsOf: JSONSerialization.data(withJSONObject: request) + Data("\n".utf8))
        let answer = try JSONSerialization.jsonObject(with: line()) as? JSON ?? [:]
        if let error = answer["error"] { throw Failure(description: "\(request["do"] ?? ""): \(error)") }
        return answer
    }

    /// An error with those below it.
    static func words(_ error: any Error) -> String {
        guard let error = error as? PersistenceError else { return "\(error)" }
        let details = error.userInfo[PersistenceError.Key.detailedErrors] as? [any Error] ?? []
        return ([error.message] + ([error.underlying].compactMap { $0 } + details).map(words)).joined(separator: "\n  ")
    }

    /// The differences that a comparison found.
    func differences(_ request: JSON) throws -> [String] {
        try ask(request)["differences"] as? [String] ?? ["The answer has no differences."]
    }

    /// What the process has written; empty at its end. A signal, such as that of another test's process which ends, does not
    /// interrupt it.
    private func more() throws -> Data {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(answers.fileHandleForReading.fileDescriptor, &bytes, bytes.count)
            if count >= 0 { return Data(bytes.prefix(count)) }
            if errno != EINTR { throw Failure(description: "The reference cannot be read.") }
        }
    }

    private func line() throws -> Data {
        while true {
            if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
                defer { buffer = Data(buffer[(end + 1)...]) }
                return Data(buffer[..<end])
            }
            let more = try more()
            if more.isEmpty { throw Failure(description: "The reference ended.") }
            buffer += more
        }
    }
}
