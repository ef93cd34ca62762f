import Foundation
import TestSupport
import Testing

extension TemporaryFolder {
    /// Runs a command of the shell in the folder, which is its HOME too. Returns what it printed, without blanks at both
    /// ends.
    @discardableResult
    func shell(_ command: String, _ variables: [String: String] = [:]) throws -> String {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-ec", command]
        process.environment = ["HOME": url.path, "PATH": "/usr/bin:/bin"].merging(variables) { $1 }
        process.currentDirectoryURL = url
        process.standardOutput = pipe
        try process.run()
        let bytes = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "\(command)")
        return String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
