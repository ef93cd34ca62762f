import Foundation
import Testing

/// Random scripts that are played one after the other, each from a seed of its own.
///
/// `SURFJOURNAL_RANDOM_SCRIPTS` is how many are played in each test, `SURFJOURNAL_RANDOM_SEED` the first seed; with
/// `SURFJOURNAL_RANDOM_TRACE` set, seeds and steps are printed as they begin, which shows where a trap is.
struct RandomPlay<Step> {
    /// The script of a seed.
    let script: (UInt64) -> [Step]
    /// Plays a script, and names each step by its position before it is played.
    let play: ([Step], (Int) -> Void) throws -> Void
    /// Makes a failing script short.
    let shorten: ([Step], _ stillFails: ([Step]) -> Bool) -> [Step]
    /// A script as Swift: a failing one is pasted into a test and played again.
    let source: ([Step]) -> String

    /// Plays so many scripts, or as many as the environment says, until some have failed.
    /// - Parameter title: what is played, for the message of a failure.
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

    /// What is wrong after a script; nil for nothing.
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

/// What the environment says of random scripts.
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
