import Foundation

/// A number that chooses how much the engine checks or tells, set by whoever starts the program.
struct DiagnosticSetting {
    /// The name among the arguments, where the number follows it.
    let argument: String
    /// The name in the environment, which counts if the arguments do not have a number.
    let variable: String

    /// The number; nil if there is none.
    func number(
        arguments: [String] = ProcessInfo.processInfo.arguments,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> Int? {
        let next = arguments.lastIndex(of: argument).map { $0 + 1 }
        let typed = next.flatMap { $0 < arguments.count ? Int(arguments[$0]) : nil }
        return typed ?? environment[variable].flatMap { Int($0) }
    }
}
