import Foundation
import TestSupport

/// Type-checks a source file against the built modules. Returns the compiler's status and output.
func typecheck(_ source: String) throws -> (status: Int32, text: String) {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("Snippet.swift")
    try source.write(to: file, atomically: true, encoding: .utf8)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
        "swiftc", "-typecheck", "-swift-version", "6", "-I", try BuiltProduct.url(of: "Modules").path,
        "-I", runtimeHeader, file.path,
    ]
    let pipe = Pipe()
    process.standardError = pipe
    try process.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text)
}

/// The folder of the header that `Persistence` imports.
private let runtimeHeader = URL(filePath: #filePath).appending(path: "../../../../Sources/CSwiftRuntime")
    .standardizedFileURL.path
