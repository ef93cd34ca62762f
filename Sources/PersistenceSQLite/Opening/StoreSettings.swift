import Foundation
import Persistence

/// The validated options for opening a store.
struct StoreSettings: Sendable {
    var isReadOnly = false
    var mustExist = false
    /// Whether a history is kept even if the store has none yet.
    var tracksHistory = false
    /// Whether row checksums are kept even if the store has none yet.
    var keepsChecksums = false
    /// How long to wait for another process's lock, in milliseconds.
    var timeoutMilliseconds = 5000
    /// Statements that set the requested pragmas, sorted by name.
    var pragmas: [String] = []
    /// Whether one of the pragmas sets the journal mode.
    var choosesJournalMode = false
    var trace: SQLiteTrace?
    /// Whether a store of another version of the model is migrated.
    var migrates = false
    /// Whether the mapping is inferred; no other mapping is supported.
    var infersMapping = false
    /// Metadata to add in a migration, which then always runs; nil if there is none.
    var migratedMetadata: [String: any Sendable]?
    /// The UUIDs that a migration gives to rows; nil if there are none.
    var migratedUUIDs: MigratedUUIDs?

    init() {}

    /// - Throws: `openFailed` for a pragma that is not a name with a plain value.
    init(_ options: [String: any Sendable]) throws {
        isReadOnly = StoreOption.flag(options[StoreOption.readOnly])
        mustExist = StoreOption.flag(options[StoreOption.mustExist])
        tracksHistory = StoreOption.flag(options[StoreOption.persistentHistoryTracking])
        keepsChecksums = StoreOption.flag(options[SQLiteStore.checksumOption])
        if let seconds = StoreSettings.number(options[StoreOption.timeout]), seconds.isFinite {
            timeoutMilliseconds = Int(min(max(seconds, 0), 86_400) * 1000)
        }
        let named = options[StoreOption.sqlitePragmas] as? [String: any Sendable] ?? [:]
        pragmas = try named.sorted { $0.key < $1.key }.map { try StoreSettings.pragma($0.key, $0.value) }
        choosesJournalMode = named.keys.contains { $0.lowercased() == "journal_mode" }
        trace = options[SQLiteStore.traceOption] as? SQLiteTrace ?? SQLLog.trace
        migrates = StoreOption.flag(options[StoreOption.migrateAutomatically])
        infersMapping = StoreOption.flag(options[StoreOption.inferMappingModel])
        migratedMetadata = options[SQLiteStore.migratedMetadataOption] as? [String: any Sendable]
        migratedUUIDs = options[SQLiteStore.migratedUUIDsOption] as? MigratedUUIDs
    }

    private static func number(_ value: (any Sendable)?) -> Double? {
        switch value {
        case let value as Double: value
        case let value as Int: Double(value)
        case let value as NSNumber: value.doubleValue
        default: nil
        }
    }

    private static func pragma(_ name: String, _ value: any Sendable) throws -> String {
        let text = "\(value)"
        guard isPlain(name), isPlain(text.hasPrefix("-") ? String(text.dropFirst()) : text) else {
            throw PersistenceError(.openFailed, "A pragma must have a plain name, and a number or a word as its value.")
        }
        return "PRAGMA \(name) = \(text)"
    }

    private static func isPlain(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                byte == UInt8(ascii: "_") || SQLName.isDigit(byte)
                    || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
            }
    }
}
