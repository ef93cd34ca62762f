import Foundation
import PersistenceGenerator

do {
    try GenerateCommand(CommandLine.arguments.dropFirst()).run()
} catch {
    FileHandle.standardError.write(Data("error: \(error)\n".utf8))
    exit(1)
}
