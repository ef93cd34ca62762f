// Reads lines as the prompt does and prints each event, for tests that type at it.
#if DEBUG
    import Dispatch
    import Foundation
    import Journal
    @testable import JournalCLI

    /// What Tab finds, instead of a journal.
    struct FixedSource: CompletionSource {
        func names(_ kind: NameKind) -> [String] {
            kind != .place ? [] : ["Malibu", "Playa Grande", "Playa Hermosa", "Teahupo'o", "鎌倉", "Trestles, Lowers"]
        }
        func entries(startingWith digits: String, limit: Int) -> [CompletionCandidate] {
            (5001...5003).map { CompletionCandidate(String($0), note: "Malibu") }.filter { $0.value.hasPrefix(digits) }
        }
        func drafts() -> [CompletionCandidate] { [CompletionCandidate("d1"), CompletionCandidate("d2")] }
        func jobs() -> [CompletionCandidate] { [CompletionCandidate("%1")] }
    }

    let interruption = Interruption()
    interruption.start()
    // As the program does before it asks: a signal may come after the terminal's end was read, and ends nothing then.
    interruption.beginPrompt()
    let environment = ProcessInfo.processInfo.environment

    func makeSource() -> any LineSource {
        if isatty(STDIN_FILENO) == 0 { return ScriptLineSource() }
        return TerminalLineSource(
            interruption: interruption, environment: environment,
            history: LineHistory(path: LineHistory.path(environment), limit: TerminalLineSource.historySize),
            completer: CompletionEngine(source: FixedSource()))
    }

    nonisolated(unsafe) var ran = 0

    func say(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }

    func loop() {
        let source = makeSource()
        var prompt = LinePrompt(text: "surf> ", completion: .commandLine(inScratchpad: true), isKept: true)
        while true {
            let event = source.readLine(prompt)
            prompt = LinePrompt(text: "surf> ", completion: .commandLine(inScratchpad: true), isKept: true)
            switch event {
            case .line("quit"): return
            case .line("later"):
                DispatchQueue.global().asyncAfter(deadline: .now() + 0.2) { DispatchQueue.main.async { ran += 1 } }
            case .line("ran"): say("ran \(ran)")
            case .line("place"):
                prompt = LinePrompt(text: "Place: ", offered: "Malibu", completion: .words(["Malibu", "Playa Grande"]))
            case .line(let line): say("line <\(line)> \(line.unicodeScalars.count)")
            case .interrupted: say("interrupted")
            case .endOfInput: return say("end")
            case .hungUp:
                try? Data("hung up".utf8).write(to: URL(fileURLWithPath: (environment["HOME"] ?? "") + "/hung-up"))
                return
            }
        }
    }

    loop()
#endif
