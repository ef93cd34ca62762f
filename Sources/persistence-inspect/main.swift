import Foundation
import Persistence
import PersistenceInspector

do {
    let command = try InspectCommand(CommandLine.arguments.dropFirst())
    try command.run { FileHandle.standardOutput.write(Data($0.utf8)) }
} catch {
    let sentence = (error as? PersistenceError)?.message ?? "\(error)"
    FileHandle.standardError.write(Data("error: \(sentence)\n".utf8))
    exit(1)
}
