import Foundation
import Journal

let arguments = Array(CommandLine.arguments.dropFirst())
let folder = URL(fileURLWithPath: arguments.first ?? "seed", isDirectory: true)
do {
    try SeedWriter.write(SeedSessions.all().map(\.entryValues), to: folder)
    print("Wrote \(SeedSessions.count) sessions to \(folder.path).")
} catch {
    FileHandle.standardError.write(Data("make-seed: \(error)\n".utf8))
    exit(1)
}
