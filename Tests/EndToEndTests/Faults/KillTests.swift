import Foundation
import Testing

/// Commands and scripts whose process is killed at a random moment: inside SQLite, between two calls, or during
/// startup. `SURFJOURNAL_KILLS=200` kills each command, and scripts of many commands, that many times instead of once.
struct KillTests {
    private static let rounds = ProcessInfo.processInfo.environment["SURFJOURNAL_KILLS"].flatMap { Int($0) } ?? 1

    @Test(arguments: WritingCommand.all)
    func `a command killed at any moment loses nothing and leaves nothing half done`(
        _ command: WritingCommand
    ) throws {
        let ordeal = try FaultRun(command)
        let duration = try ordeal.duration()
        for _ in 0..<Self.rounds {
            let complaints = try ordeal.beKilled(after: .random(in: 0...duration))
            #expect(complaints == [])
        }
    }

    @Test func `a script killed at any moment keeps every change it reported and leaves none half done`() throws {
        let ordeal = try ScriptFaultRun()
        let duration = try ordeal.duration()
        for _ in 0..<(Self.rounds * 4) {
            let complaints = try ordeal.beKilled(after: .random(in: 0...duration))
            #expect(complaints == [])
        }
    }

    @Test(.enabled(if: Fault.canBeInjected), arguments: [Fault.Kind.kill, .power])
    func `a script that ends at a system call keeps every change it reported and leaves none half done`(
        _ kind: Fault.Kind
    ) throws {
        let ordeal = try ScriptFaultRun()
        let steps = try ordeal.steps(of: kind)
        try #require(steps > ScriptFaultRun.lines.count)
        for _ in 0..<(Self.rounds * 4) {
            let fault = Fault(kind: kind, step: .random(in: 1...steps), seed: .random(in: 0...3) * 7919)
            let complaints = try ordeal.suffer(fault)
            #expect(complaints == [])
        }
    }
}
