import Foundation
import Journal

/// One exchange of a journal with its remote, in three phases, each of which hands the next what it needs: `Fetched`,
/// `Received`, `Sent`. `ExchangeStage` says where it stands.
///
/// If it is killed at any moment, the next exchange ends in the same state: it writes to the journal in the transaction
/// that also stores the state, and pushes one commit, which the state names beforehand.
struct Exchange {
    private let local: JournalSide
    private let remote: RemoteSide
    private let sending: Sending
    private var receiving: Receiving
    private let wait: (Double) -> Void
    private var report: ExchangeReport

    /// The most attempts if other machines push first.
    static let maxTries = 10

    init(
        _ journal: Journal, _ repository: any SyncRepository, _ remote: GitRemote, _ options: ExchangeOptions,
        _ beginning: ExchangeBeginning = .chosen, begin: @escaping () throws -> Void = {}
    ) throws {
        local = try JournalSide(journal, beginning, begin: begin)
        self.remote = RemoteSide(repository: repository, remote: remote)
        receiving = Receiving(local, self.remote, options)
        sending = Sending(local, self.remote, options)
        wait = options.wait
        report = ExchangeReport(isFirst: local.state.base == nil)
    }

    mutating func run() throws -> ExchangeReport {
        try exchange()
        // Exchange what was saved meanwhile too, but only once: another program may go on saving.
        if try local.hasNewChanges { try exchange() }
        return report
    }

    /// Exchanges until both sides have what the other had.
    private mutating func exchange() throws {
        while true {
            let fetched = try Fetched(remote, local.state, isChosenNow: local.stage == .beginning(.chosenNow))
            if fetched.isDifferentRemote { report = ExchangeReport(isFirst: true) }
            try local.accept(fetched)
            guard let received = try receiving.receive(fetched.head, &report) else { return }
            switch try sending.send(received) {
            case .all(let counts):
                report.sent.add(counts)
                return
            case .part(let counts): report.sent.add(counts)
            case .rejected: try waitForRetry(or: .tooManyTries(Exchange.maxTries))
            case .locked(let path): try waitForRetry(or: .locked(path: path, isLeft: false))
            }
        }
    }

    /// Waits before another attempt.
    /// - Throws: `error` after the last one.
    private mutating func waitForRetry(or error: SyncError) throws {
        report.retries += 1
        if report.retries == Exchange.maxTries { throw error }
        wait(Exchange.pause(report.retries))
    }

    /// The seconds to wait, from a tenth to ten. They are random, so that two machines do not collide again.
    private static func pause(_ attempt: Int) -> Double {
        min(10, 0.1 * Double(1 << attempt)) * Double.random(in: 0.5...1)
    }
}
