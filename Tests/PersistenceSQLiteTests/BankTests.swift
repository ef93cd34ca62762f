import Foundation
import PersistenceTestSupport
import Synchronization
import TestSupport
import Testing

@testable import Persistence
@testable import PersistenceSQLite

/// Eight threads transfer money between the accounts of one store, a third of the transfers through children of up to
/// three generations. `SURFJOURNAL_TRANSFERS=10000000` makes that many transfers, and ends the process with the stack of
/// every thread if nothing has moved for ten seconds.
@Suite struct BankTests {
    private static let transfers = ProcessInfo.processInfo.environment["SURFJOURNAL_TRANSFERS"].flatMap { Int($0) }
    private static let threads = 8
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// CHD-11, POL-03, B-QUE-02
    @Test(arguments: [sqliteStoreType, inMemoryStoreType], [false, true])
    func `transfers through children and beside them leave every balance right`(
        _ type: String, _ mergesAutomatically: Bool
    ) throws {
        let stack = try Stack(
            folder.file(), model: Bank.model(), type: type,
            options: [StoreOption.sqlitePragmas: ["synchronous": "OFF"]])
        let bank = try Bank(stack)
        let count = (Self.transfers ?? 4_000) / 4
        let watch = Self.transfers == nil ? nil : Watch(bank)
        let tellers = (0..<Self.threads).map { number in
            Background {
                let teller = Teller(number, in: bank, mergesAutomatically: mergesAutomatically)
                while bank.begun.add(1, ordering: .relaxed).oldValue < count { try teller.transfer() }
            }
        }
        #expect(tellers.compactMap { $0.error() }.isEmpty)
        watch?.end()
        Figure.transfers.add(bank.booked.load(ordering: .relaxed))
        #expect(bank.booked.load(ordering: .relaxed) > 0)
        #expect(try bank.balances() == bank.ledger.withLock { $0 })
    }

    /// Ends the process when nothing has moved for ten seconds.
    private final class Watch: Sendable {
        private let isDone = Atomic(false)

        init(_ bank: Bank) {
            Thread.detachNewThread { [self] in
                var (last, idle) = (-1, 0)
                while !isDone.load(ordering: .relaxed) {
                    sleep(1)
                    let now = bank.begun.load(ordering: .relaxed)
                    idle = now == last ? idle + 1 : 0
                    last = now
                    precondition(idle < 10, "No transfer has begun for ten seconds.")
                }
            }
        }

        func end() { isDone.store(true, ordering: .relaxed) }
    }
}

/// Accounts, and what was transferred between them.
private final class Bank: Sendable {
    static let opening = 1_000
    private static let size = 24

    let coordinator: PersistentStoreCoordinator
    let accounts: [ManagedObjectID]
    /// The right balance of each account.
    let ledger: LockedValue<[Int]>
    let begun = Atomic(0)
    let booked = Atomic(0)

    static func model() -> ManagedObjectModel {
        let properties = ["balance", "turnover"].map { AttributeDescription(name: $0, type: .integer64) }
        return ManagedObjectModel(entities: [EntityDescription(name: "Account", properties: properties)])
    }

    init(_ stack: Stack) throws {
        coordinator = stack.coordinator
        accounts = try stack.withContext { context in
            let accounts = (0..<Bank.size).map { _ in
                EntityDescription.insertNewObject(forEntityName: "Account", into: context)
            }
            for account in accounts { account.setValue(Bank.opening, forKey: "balance") }
            try context.save()
            return accounts.map(\.objectID)
        }
        ledger = LockedValue(Array(repeating: Bank.opening, count: Bank.size))
    }

    func context() -> ManagedObjectContext {
        let context = ManagedObjectContext(.privateQueue)
        context.persistentStoreCoordinator = coordinator
        return context
    }

    func book(_ amount: Int, from payer: Int, to payee: Int) {
        ledger.withLock {
            $0[payer] -= amount
            $0[payee] += amount
        }
        booked.add(1, ordering: .relaxed)
    }

    /// The stored balances.
    func balances() throws -> [Int] {
        let context = context()
        return try context.performAndWait { try accounts.map { try context.existingObject(with: $0).balance } }
    }
}

extension ManagedObject {
    fileprivate var balance: Int {
        get { value(forKey: "balance") as? Int ?? 0 }
        set { setValue(newValue, forKey: "balance") }
    }
}

/// One thread's contexts, and the transfers that it makes with them.
private final class Teller {
    private let bank: Bank
    private let root: ManagedObjectContext
    private let chain: [ManagedObjectContext]
    private let mergesAutomatically: Bool
    private var numbers: SplitMix
    /// Objects that the root keeps, read or unread.
    private var kept: [ManagedObject] = []

    init(_ number: Int, in bank: Bank, mergesAutomatically: Bool) {
        (self.bank, self.mergesAutomatically) = (bank, mergesAutomatically)
        numbers = SplitMix(state: UInt64(number + 1))
        root = bank.context()
        root.automaticallyMergesChangesFromParent = mergesAutomatically
        var chain: [ManagedObjectContext] = []
        for _ in 0..<3 {
            let child = ManagedObjectContext(.privateQueue)
            child.parent = chain.last ?? root
            child.undoManager = nil
            child.automaticallyMergesChangesFromParent = mergesAutomatically
            chain.append(child)
        }
        self.chain = chain
    }

    private func below(_ bound: Int) -> Int { Int(numbers.next() % UInt64(bound)) }

    /// Makes one transfer, or none if there is a conflict.
    func transfer() throws {
        let payer = below(bank.accounts.count)
        let payee = (payer + 1 + below(bank.accounts.count - 1)) % bank.accounts.count
        let amount = 1 + below(50)
        let generations = below(3) == 0 ? 1 + below(chain.count) : 0
        keepSome(payer, payee)
        let contexts = [root] + chain.prefix(generations)
        let steps = {
            try self.move(amount, from: payer, to: payee, in: contexts[contexts.count - 1])
            for child in contexts.dropFirst().reversed() { try child.performAndWait { try child.save() } }
            return try self.saveRoot()
        }
        // A merge keeps pending changes and puts the newest values beneath them, as in Core Data. Nothing may be merged
        // between a read and the save.
        let isSaved = try mergesAutomatically ? within(contexts[...], steps) : steps()
        if isSaved { bank.book(amount, from: payer, to: payee) }
    }

    /// Runs `body` on the queues of all these contexts.
    private func within(_ contexts: ArraySlice<ManagedObjectContext>, _ body: () throws -> Bool) throws -> Bool {
        guard let first = contexts.first else { return try body() }
        return try first.performAndWait { try within(contexts.dropFirst(), body) }
    }

    /// Lets the root keep the accounts unread or read, or keep nothing.
    private func keepSome(_ accounts: Int...) {
        let (isKept, isRead) = (below(3) > 0, below(2) == 0)
        root.performAndWait {
            kept = isKept ? accounts.map { root.object(with: bank.accounts[$0]) } : []
            if isRead { for account in kept { _ = account.balance } }
        }
    }

    private func move(_ amount: Int, from payer: Int, to payee: Int, in context: ManagedObjectContext) throws {
        try context.performAndWait {
            let accounts = try [payer, payee].map { try context.existingObject(with: bank.accounts[$0]) }
            let balances = accounts.map(\.balance)
            if below(2) == 0 { sched_yield() }
            accounts[0].balance = balances[0] - amount
            accounts[1].balance = balances[1] + amount
        }
    }

    /// Whether the root could save. After a conflict, all contexts read everything again.
    private func saveRoot() throws -> Bool {
        try root.performAndWait {
            do {
                try root.save()
                return true
            } catch let error as PersistenceError where error.code == .merge {
                root.rollback()
                root.refreshAllObjects()
                return false
            }
        }
    }
}
