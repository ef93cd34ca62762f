import Foundation
import Journal

let arguments = Array(CommandLine.arguments.dropFirst())
let folder = URL(fileURLWithPath: arguments.first ?? "seed", isDirectory: true)
do {
    try SeedWriter.write(SeedEntries.all().map(\.entryValues), to: folder)
    print("Wrote \(SeedEntries.count) sessions to \(folder.path).")
} catch {
    FileHandle.standardError.write(Data("make-seed: \(error)\n".utf8))
    exit(1)
}
