import Foundation
import JournalCLI

exit(Program.run(Array(CommandLine.arguments.dropFirst()), environment: Program.environment))
