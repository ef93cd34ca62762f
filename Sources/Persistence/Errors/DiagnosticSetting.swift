import Foundation

/// A number that chooses how much the engine checks or tells, set by whoever starts the program.
package struct DiagnosticSetting: Sendable {
    /// The names among the arguments, where the number follows: the engine's own and Core Data's.
    let arguments: [String]
    /// The name in the environment, which counts if the arguments do not have a number.
    let variable: String

    /// - Parameters:
    ///   - name: what `-persistence.` and `-com.apple.CoreData.` are followed by among the arguments.
    ///   - variable: the name in the environment.
    package init(_ name: String, variable: String) {
        arguments = ["-persistence.\(name)", "-com.apple.CoreData.\(name)"]
        self.variable = variable
    }

    /// The number after the last of the names; nil if there is none.
    package func number(
        arguments: [String] = ProcessInfo.processInfo.arguments,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> Int? {
        let next = arguments.lastIndex(where: self.arguments.contains).map { $0 + 1 }
        let typed = next.flatMap { $0 < arguments.count ? Int(arguments[$0]) : nil }
        return typed ?? environment[variable].flatMap { Int($0) }
    }
}
