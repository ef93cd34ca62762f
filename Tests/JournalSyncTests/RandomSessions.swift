import Foundation
import Journal
import JournalSync
import SurfLanguage
import TestSupport

/// Random sessions, the same for the same seed.
struct RandomSessions {
    private var random: SplitMix

    init(seed: UInt64) { random = SplitMix(state: seed) }

    mutating func number(below limit: Int) -> Int { Int(random.next() % UInt64(limit)) }

    mutating func id() -> UUID {
        let (high, low) = (random.next(), random.next())
        return withUnsafeBytes(of: (high, low)) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }

    mutating func session(id: UUID? = nil) -> SyncedSession {
        var session = SyncedSession(id: id ?? self.id(), values: EntryValues())
        for field in EntryField.allCases where number(below: 2) == 0 { change(.field(field), of: &session) }
        for name in ["b", "a", "z\u{301}"] where number(below: 3) == 0 { change(.other(name), of: &session) }
        return session
    }

    /// Gives a key a random value, of few, so that equal ones occur.
    mutating func change(_ key: SessionKey, of session: inout SyncedSession) {
        switch key {
        case .field(let field): session.values[field] = number(below: 6) == 0 ? nil : value(of: field)
        case .other: session[key] = number(below: 6) == 0 ? nil : .other(.number(String(number(below: 4))))
        }
    }

    private mutating func value(of field: EntryField) -> FieldValue {
        switch field.kind {
        case .text, .zone, .measure:
            .text(["", "a", "\u{E9}", "e\u{301}", "\"\\\n\u{7}", "\u{202E}", "🏄"][number(below: 7)])
        case .date:
            .date(
                [0, -0.0, -0.3, 8e8 + 0.1, .leastNonzeroMagnitude, 1e30, .infinity, -63_113_904_000][number(below: 8)])
        case .integer: .integer([0, -1, 5, .max, .min][number(below: 5)])
        case .number: .number([0, -0.0, 1.5, 1e300, 0.1, -.infinity, 1e15][number(below: 7)])
        }
    }
}
