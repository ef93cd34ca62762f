import Foundation

/// One step of a random script. Objects and departments are indices into those that the context knows when the step
/// runs, modulo their number, so that a step is valid after any other. Values are new numbers.
///
/// Printed as the Swift code that creates it, so that a failing script can be pasted into a test and replayed.
enum Operation: Sendable, Hashable {
    case insertDepartment(in: Int, value: Int)
    case insertEmployee(in: Int, value: Int)
    case set(in: Int, object: Int, field: Int, value: Int)
    case clear(in: Int, object: Int, field: Int)
    case relate(in: Int, employee: Int, department: Int)
    case unrelate(in: Int, employee: Int)
    case setMembers(in: Int, department: Int, first: Int, count: Int)
    case delete(in: Int, object: Int)
    case endEvent(in: Int)
    case save(in: Int, policy: Int)
    case rollback(in: Int)
    case reset(in: Int)
    case undo(in: Int)
    case redo(in: Int)
    case read(in: Int, object: Int)
    case readMembers(in: Int, department: Int)
    case find(in: Int, record: Int)
    case existing(in: Int, record: Int)
    case refresh(in: Int, object: Int, merging: Bool)
    case refreshAll(in: Int)
    case fetch(in: Int, query: Query)
    case obtainIDs(in: Int)
    case detect(in: Int, object: Int)
    case merge(into: Int, notification: Int)
    case drop(in: Int)
    /// Sets the context's staleness interval to none or to infinite.
    case staleness(in: Int, isNone: Bool)
}

/// The conditions of a random fetch.
struct Query: Sendable, Hashable {
    enum Condition: Sendable, Hashable {
        case all
        /// The first attribute is at least this value.
        case atLeast(Int)
        case isAbsent
        /// Employees of the department at this index, or without a department for nil.
        case member(of: Int?)
    }

    var ofEmployees = true
    var condition = Condition.all
    var ascending: Bool?
    var limit = 0
    var offset = 0
    var realized = false
}

extension Operation {
    var isSave: Bool {
        if case .save = self { true } else { false }
    }
}

extension Array where Element == Operation {
    /// The script as Swift code.
    var source: String {
        map { operation in
            let text = "\(operation)".replacingOccurrences(of: "PersistenceTests.", with: "")
            return "    ." + text.replacingOccurrences(of: "Query.Condition.", with: ".") + ","
        }.joined(separator: "\n")
    }
}
