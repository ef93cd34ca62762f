import Foundation
import JournalCLI

Program.prepareProcess()
exit(Program.run(Array(CommandLine.arguments.dropFirst()), environment: Program.environment))
