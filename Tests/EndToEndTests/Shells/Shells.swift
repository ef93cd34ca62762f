import Foundation
import Testing

/// The shells in which tests type.
enum Shells {
    static let sh = URL(fileURLWithPath: "/bin/sh")
    static let bash = URL(fileURLWithPath: "/bin/bash")
    static let zsh = URL(fileURLWithPath: "/bin/zsh")

    /// Whether a program that only tests need is installed. In continuous integration it must be.
    static func has(_ name: String) -> Bool {
        let isThere = ["/usr/bin/", "/bin/", "/usr/local/bin/"].contains {
            FileManager.default.isExecutableFile(atPath: $0 + name)
        }
        return isThere || ProcessInfo.processInfo.environment["CI"] != nil
    }

    /// A journal that has places with blanks in their names, and a file in the working folder.
    static func sandbox() throws -> Sandbox {
        let sandbox = try Sandbox.small()
        try sandbox.run("add", "2014-10-01: Playa Grande, 3ft")
        try sandbox.run("add", "2014-10-02: Playa Hermosa, 3ft")
        try sandbox.write("", to: "my trip.csv")
        let folder = Program.url.deletingLastPathComponent().path
        sandbox.environment["PATH"] = folder + ":/usr/local/bin:/usr/bin:/bin"
        return sandbox
    }
}
