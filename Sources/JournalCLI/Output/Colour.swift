/// When to use colour.
package enum ColourChoice: String, CaseIterable, Sendable {
    case auto, always, never
}

/// Decides whether to use colour. An option overrides the environment, which overrides the configuration file, which
/// overrides the terminal's default.
struct ColourPolicy: Equatable, Sendable {
    /// The value of `--color`.
    var flag: ColourChoice?
    /// The value in the configuration file.
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
        for name in ["CLICOLOR_FORCE", "FORCE_COLOR"] {
            if let value = environment[name], !value.isEmpty, value != "0" { return .always }
        }
        return nil
    }
}

/// Text decorations. Text remains readable without them.
enum Decoration {
    static func bold(_ text: String, _ isColoured: Bool) -> String { isColoured ? "\u{1B}[1m\(text)\u{1B}[0m" : text }

    /// The lines of help, in which a short line of its own above other lines is a heading.
    static func withBoldHeadings(_ lines: [String], _ isColoured: Bool) -> [String] {
        guard isColoured else { return lines }
        return lines.indices.map { index in
            let line = lines[index]
            let isFirst = index == 0 || lines[index - 1].isEmpty
            let isAbove = index + 1 < lines.count && lines[index + 1].hasPrefix(" ")
            let isHeading = isFirst && isAbove && line.first?.isUppercase == true && !line.hasSuffix(".")
            return bold(line, isHeading)
        }
    }
}
