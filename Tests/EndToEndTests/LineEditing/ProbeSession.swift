import Testing

extension TerminalSession {
    /// The loop that reads lines as the prompt does, and nothing else, waiting at its first line.
    static func probe(
        in sandbox: Sandbox, columns: Int = 80, rows: Int = 24, environment: [String: String] = [:]
    ) throws -> TerminalSession {
        let session = try TerminalSession(
            of: Program.probe, in: sandbox, columns: columns, rows: rows, environment: environment)
        session.shows("surf>")
        return session
    }
}
