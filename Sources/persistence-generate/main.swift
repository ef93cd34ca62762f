import Foundation
import PersistenceGenerator

do {
    let command = try GenerateCommand(CommandLine.arguments.dropFirst())
    try command.run { FileHandle.standardOutput.write(Data($0.utf8)) }
} catch let error as SourceError {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(1)
} catch {
    FileHandle.standardError.write(Data("error: \(error)\n".utf8))
    exit(1)
}
