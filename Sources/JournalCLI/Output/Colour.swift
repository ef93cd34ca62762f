/// When data is decorated.
package enum ColourChoice: String, CaseIterable, Sendable {
    case auto, always, never
}

/// Where the choice of colour comes from: a flag beats the environment, that the file, that the terminal.
struct ColourPolicy: Equatable, Sendable {
    /// What `--color` says.
    var flag: ColourChoice?
    /// What the configuration file says.
    var file: ColourChoice?

    /// Whether colour is on.
    func isOn(isTerminal: Bool, environment: [String: String]) -> Bool {
        let fits = isTerminal && environment["TERM"].map { $0 != "dumb" } ?? false
        switch flag ?? fromEnvironment(environment) ?? file ?? .auto {
        case .always: return true
        case .never: return false
        case .auto: return fits
        }
    }

    private func fromEnvironment(_ environment: [String: String]) -> ColourChoice? {
        if let value = environment["NO_COLOR"], !value.isEmpty { return .never }
        if let value = environment["CLICOLOR_FORCE"], !value.isEmpty, value != "0" { return .always }
        return nil
    }
}

/// The few decorations; each leaves the text readable without it.
enum Decoration {
    static func bold(_ text: String, _ isColoured: Bool) -> String { isColoured ? "\u{1B}[1m\(text)\u{1B}[0m" : text }
}
