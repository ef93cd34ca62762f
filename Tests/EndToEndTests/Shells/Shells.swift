import Foundation
import Testing

/// The shells that tests type at.
enum Shells {
    static let sh = URL(fileURLWithPath: "/bin/sh")
    static let bash = URL(fileURLWithPath: "/bin/bash")
    static let zsh = URL(fileURLWithPath: "/bin/zsh")

    /// Whether a program that only tests need is there. Where integration runs, it has to be.
    static func has(_ name: String) -> Bool {
        let isThere = ["/usr/bin/", "/bin/", "/usr/local/bin/"].contains {
            FileManager.default.isExecutableFile(atPath: $0 + name)
        }
        return isThere || ProcessInfo.processInfo.environment["CI"] != nil
    }

    /// A journal with places that have blanks in their names; in the folder, a file.
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
