import Foundation
import Testing

/// Every writing command is interrupted at its first system call, its second, its third and so on: once at that call
/// only, and once from that call on; at a random moment; and by limits of file sizes. After each run, one of the
/// allowed outcomes holds, nothing acknowledged is lost, the journal is sound, and the next commands work and clean up.
///
/// `scripts/test` interrupts each command a few times. `SURFJOURNAL_FAULTS=all` does so at every step with every kind
/// of fault, `SURFJOURNAL_FAULTS=50` at that many steps. `SURFJOURNAL_FAULT_KINDS=power,kill` uses only these kinds,
/// `SURFJOURNAL_KILLS=200` kills each command at that many random moments, and `SURFJOURNAL_COMMANDS=add,sync` tries only
/// these commands.
struct InterruptedCommandTests {
    private static let variables = ProcessInfo.processInfo.environment

    /// The number of steps at which each command is interrupted by each kind of fault; nil for a few steps and some
    /// kinds.
    static let most = variables["SURFJOURNAL_FAULTS"].flatMap { $0 == "all" ? Int.max : Int($0) }

    private static let kinds = Fault.Kind.allCases.filter { kind in
        guard Fault.canBeInjected else { return false }
        return variables["SURFJOURNAL_FAULT_KINDS"]?.split(separator: ",").contains(kind.rawValue[...]) ?? true
    }

    @Test(arguments: WritingCommand.all)
    func `an interrupted command reports an error, loses nothing acknowledged and leaves nothing half done`(
        _ command: WritingCommand
    ) throws {
        let run = try FaultRun(command)
        let interruptions = try faults(of: run).map(Interruption.fault) + moments(of: run) + sizes(of: command)
        for interruption in interruptions {
            let complaints = try run.complaints(after: interruption)
            #expect(complaints == [])
        }
    }

    private func faults(of run: FaultRun) throws -> [Fault] {
        try Self.kinds.flatMap { kind in
            try Self.most.map { allFaults(kind, try run.steps(of: kind), $0) } ?? someFaults(kind, run)
        }
    }

    private func moments(of run: FaultRun) throws -> [Interruption] {
        let duration = try run.duration()
        return (0..<KillTests.rounds).map { _ in .killed(after: .random(in: 0...duration)) }
    }

    /// From less than a page to more than the small journal.
    private func sizes(of command: WritingCommand) -> [Interruption] {
        [[2, 300], [20, 70], [40, 120]][Self.number(of: command) % 3].map(Interruption.fileSize)
    }

    /// Faults at every step and after the last one or, if there are more than `most`, at that many of them, evenly
    /// spread.
    private func allFaults(_ kind: Fault.Kind, _ steps: Int, _ most: Int) -> [Fault] {
        let (last, count) = (steps + 1, min(most, steps + 1))
        return (1...count).map { $0 * last / count }.flatMap { step -> [Fault] in
            switch kind {
            case .kill: [Fault(kind: kind, step: step)]
            case .power: [0, 7919 * step, 104_729 * step].map { Fault(kind: kind, step: step, seed: $0) }
            default: [false, true].map { Fault(kind: kind, step: step, isPersistent: $0) }
            }
        }
    }

    /// One of every three kinds for a command, once in its middle or permanently from a third of it on; but each
    /// command is killed, and loses power at its end.
    private func someFaults(_ kind: Fault.Kind, _ run: FaultRun) throws -> [Fault] {
        let turn = Self.number(of: run.command) + (Fault.Kind.allCases.firstIndex(of: kind) ?? 0)
        guard kind.endsTheRun || turn % 3 == 0 else { return [] }
        let steps = try run.steps(of: kind)
        switch kind {
        case .kill: return [Fault(kind: kind, step: 1 + steps * (turn % 5) / 5)]
        case .power: return [Fault(kind: kind, step: steps + 1)]
        default: return [Fault(kind: kind, step: 1 + steps / (2 + turn % 2), isPersistent: turn % 2 == 1)]
        }
    }

    /// A number that differs between commands, so that together all cases are tried.
    private static func number(of command: WritingCommand) -> Int {
        WritingCommand.every.firstIndex { $0.testDescription == command.testDescription } ?? 0
    }
}
