import Foundation
import Testing

/// Every command that writes is broken at its first system call, its second, its third, until a run meets no fault: once
/// only, and from then on. After each, one of the allowed outcomes holds, nothing acknowledged is lost, the journal is
/// sound, and the next commands work and clean up.
///
/// `scripts/test` breaks each command at a few steps; `SURFJOURNAL_FAULTS=all` at every one.
@Suite(.enabled(if: Fault.canBeInjected))
struct FaultTests {
    /// How many steps of each kind are tried; nil tries all.
    private static let limit: Int? =
        switch ProcessInfo.processInfo.environment["SURFJOURNAL_FAULTS"] {
        case "all": nil
        case let number?: Int(number) ?? 3
        case nil: 3
        }

    @Test(arguments: WritingCommand.all)
    func `a command that meets a fault fails with a sentence, and loses nothing`(_ command: WritingCommand) throws {
        try breakDown(command, [.io, .full, .short, .sync, .files, .memory])
    }

    @Test(arguments: WritingCommand.all)
    func `a command that is refused locks waits for a bounded time, and loses nothing`(
        _ command: WritingCommand
    ) throws {
        try breakDown(command, [.lock])
    }

    @Test(arguments: WritingCommand.all)
    func `a command that is killed loses nothing that was acknowledged, and leaves nothing half done`(
        _ command: WritingCommand
    ) throws {
        try breakDown(command, [.kill])
    }

    @Test(arguments: WritingCommand.all)
    func `when the power fails, what was acknowledged is on the disk`(_ command: WritingCommand) throws {
        try breakDown(command, [.power])
    }

    private func breakDown(_ command: WritingCommand, _ kinds: [Fault.Kind]) throws {
        let ordeal = try Ordeal(command)
        var runs = 0
        for kind in kinds {
            for isPersistent in kind.endsTheRun ? [false] : [false, true] {
                for step in try steps(ordeal, kind) {
                    let (faults, complaints) = try ordeal.suffer(
                        Fault(kind: kind, step: step, isPersistent: isPersistent))
                    #expect(complaints == [])
                    runs += 1
                    if Self.limit == nil, faults == 0, kind != .power { break }
                }
            }
        }
        if Self.limit == nil {
            print("\(command.testDescription), \(kinds.map(\.rawValue).joined(separator: " ")): \(runs) runs")
        }
    }

    /// The steps to break at: all of them and the one behind the last, or some, spread evenly.
    private func steps(_ ordeal: Ordeal, _ kind: Fault.Kind) throws -> [Int] {
        let count = try ordeal.steps(of: kind)
        guard let limit = Self.limit, count > limit else { return Array(1...(count + 1)) }
        return (0..<limit).map { 1 + $0 * (count - 1) / max(1, limit - 1) } + (kind == .power ? [count + 1] : [])
    }
}
