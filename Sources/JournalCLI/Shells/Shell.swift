/// A shell in which Tab completes the program's command lines.
enum Shell: String, CaseIterable, Sendable {
    case bash, zsh, fish
}
