import Foundation
import Testing

/// Plays random scripts one after another, each from its own seed.
///
/// `SURFJOURNAL_RANDOM_SCRIPTS` sets how many scripts each test plays, `SURFJOURNAL_RANDOM_SEED` the first seed. With
/// `SURFJOURNAL_RANDOM_TRACE`, seeds and steps are printed before they are played, which shows where a trap happens.
struct RandomPlay<Step> {
    /// Makes the script of a seed.
    let script: (UInt64) -> [Step]
    /// Plays a script, and passes the index of each step before playing it.
    let play: ([Step], (Int) -> Void) throws -> Void
    /// Shortens a failing script.
    let shorten: ([Step], _ stillFails: ([Step]) -> Bool) -> [Step]
    /// The script as Swift code, to paste a failing one into a test and replay it.
    let source: ([Step]) -> String

    /// Plays `count` scripts, or as many as the environment sets, until several have failed.
    /// - Parameter title: What is played, for the failure message.
    func run(_ count: UInt64, _ title: String) {
        var failures = 0
        let first = RandomEnvironment.first
        for seed in first..<(first + (RandomEnvironment.count ?? count)) {
            let script = script(seed)
            guard disagreement(script, seed) != nil else { continue }
            let short = shorten(script) { disagreement($0, seed) != nil }
            let message = disagreement(short, seed)?.description ?? ""
            Issue.record("seed \(seed) \(title): \(message)\n\(source(short))")
            failures += 1
            if failures == RandomEnvironment.enoughFailures { return }
        }
    }

    /// The disagreement that a script leads to. Nil if there is none.
    func disagreement(_ script: [Step], _ seed: UInt64) -> Disagreement? {
        do {
            RandomEnvironment.trace("seed \(seed)")
            try play(script) { RandomEnvironment.trace("  .\(script[$0]),") }
            return nil
        } catch {
            return error as? Disagreement ?? Disagreement("\(error)")
        }
    }
}

/// The settings for random scripts from the environment.
private enum RandomEnvironment {
    private static let variables = ProcessInfo.processInfo.environment
    static let count = variables["SURFJOURNAL_RANDOM_SCRIPTS"].flatMap(UInt64.init)
    static let first = variables["SURFJOURNAL_RANDOM_SEED"].flatMap(UInt64.init) ?? 1
    static let enoughFailures = 6
    private static let isTracing = variables["SURFJOURNAL_RANDOM_TRACE"] != nil

    static func trace(_ line: @autoclosure () -> String) {
        if isTracing { FileHandle.standardError.write(Data((line() + "\n").utf8)) }
    }
}
