import Foundation
import Testing

/// Scripts of many commands whose process is killed at a random moment: inside SQLite, between two calls, or during
/// startup. `SURFJOURNAL_KILLS=200` kills them that many times as often.
struct KillTests {
    static let rounds = ProcessInfo.processInfo.environment["SURFJOURNAL_KILLS"].flatMap { Int($0) } ?? 1

    @Test func `a script killed at any moment keeps every change it reported and leaves none half done`() throws {
        let run = try ScriptFaultRun()
        let duration = try run.duration()
        for _ in 0..<(Self.rounds * 4) {
            let complaints = try run.run(killedAfter: .random(in: 0...duration))
            #expect(complaints == [])
        }
    }

    @Test(.enabled(if: Fault.canBeInjected), arguments: [Fault.Kind.kill, .power])
    func `a script that ends at a system call keeps every change it reported and leaves none half done`(
        _ kind: Fault.Kind
    ) throws {
        let run = try ScriptFaultRun()
        let steps = try run.steps(of: kind)
        try #require(steps > ScriptFaultRun.lines.count)
        for _ in 0..<(Self.rounds * 4) {
            let fault = Fault(kind: kind, step: .random(in: 1...steps), seed: .random(in: 0...3) * 7919)
            let complaints = try run.run(with: fault)
            #expect(complaints == [])
        }
    }
}
