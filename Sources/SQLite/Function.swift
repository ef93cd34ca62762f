import CSQLite

extension Connection {
    /// Registers an SQL function that statements and triggers of this connection can call.
    ///
    /// - Parameter argumentCount: 0 to 127, or -1 for any number.
    /// - Parameter deterministic: whether the same arguments always give the same result, which lets indexes use it.
    /// - Parameter body: computes the result. An error that it throws fails the statement without details, except a
    ///   `FunctionRefusal`, whose cause the statement's `step()` throws. It must not retain or use this connection.
    /// - Throws: `DatabaseError` with the code MISUSE for a name or count that SQLite rejects.
    package func createFunction(
        _ name: String, argumentCount: Int, deterministic: Bool = false,
        _ body: @escaping @Sendable (borrowing FunctionArguments) throws -> Value
    ) throws {
        let flags = SQLITE_UTF8 | (deterministic ? SQLITE_DETERMINISTIC : 0)
        let context = Unmanaged.passRetained(FunctionBody(body, refusal)).toOpaque()
        // SQLite releases the body when the function is removed, and also when this call fails.
        let code = sqlite3_create_function_v2(
            live, name, Int32(clamping: argumentCount), flags, context, FunctionBody.call, nil, nil,
            FunctionBody.release)
        guard code == SQLITE_OK else { throw DatabaseError(code: code, connection: live) }
    }
}

/// The error that an SQL function throws to make the statement fail with a cause.
package struct FunctionRefusal: Error {
    package let cause: any Error

    /// - Parameter cause: must not quote a stored value.
    package init(_ cause: any Error) {
        self.cause = cause
    }
}

/// The cause of a function's `FunctionRefusal`, kept until the statement that called the function has failed.
final class PendingRefusal {
    private var cause: (any Error)?

    func note(_ cause: any Error) { self.cause = cause }

    func take() -> (any Error)? {
        defer { cause = nil }
        return cause
    }
}

/// The arguments of one call of an SQL function, valid during that call. Indexes start at 0.
package struct FunctionArguments: ~Copyable {
    /// How many arguments the call has.
    package let count: Int
    private let values: UnsafeMutablePointer<OpaquePointer?>?

    fileprivate init(count: Int32, values: UnsafeMutablePointer<OpaquePointer?>?) {
        self.count = Int(count)
        self.values = values
    }

    /// The argument as it was passed.
    package subscript(position: Int) -> Value {
        switch type(position) {
        case .null: .null
        case .integer: .integer(int64(position))
        case .real: .real(double(position))
        case .text: .text(string(position))
        case .blob: .blob(Array(blobBytes(position)))
        }
    }

    /// The argument's storage class.
    package func type(_ position: Int) -> ColumnType {
        ColumnType(rawValue: sqlite3_value_type(argument(position))) ?? .null
    }

    /// Whether the argument is NULL.
    package func isNull(_ position: Int) -> Bool { type(position) == .null }

    /// The argument as an integer, converted by SQLite's rules; NULL is 0.
    package func int64(_ position: Int) -> Int64 { sqlite3_value_int64(argument(position)) }

    /// The argument as a number, converted by SQLite's rules; NULL is 0.
    package func double(_ position: Int) -> Double { sqlite3_value_double(argument(position)) }

    /// The argument as text, with a replacement character for each invalid UTF-8 sequence; empty for NULL.
    package func string(_ position: Int) -> String { String(decoding: textBytes(position), as: UTF8.self) }

    /// The argument's UTF-8, valid until the call ends; empty for NULL.
    package func textBytes(_ position: Int) -> UnsafeBufferPointer<UInt8> {
        let value = argument(position)
        guard let start = sqlite3_value_text(value) else { return UnsafeBufferPointer(start: nil, count: 0) }
        return UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
    }

    /// The argument's bytes, valid until the call ends; empty for NULL.
    package func blobBytes(_ position: Int) -> UnsafeRawBufferPointer {
        let value = argument(position)
        guard let start = sqlite3_value_blob(value) else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
    }

    private func argument(_ position: Int) -> OpaquePointer? {
        precondition(position >= 0 && position < count, "A function reads only the arguments that it was called with.")
        return values?[position]
    }
}

/// Holds a function's body for SQLite's callback.
private final class FunctionBody {
    private let body: @Sendable (borrowing FunctionArguments) throws -> Value
    private let refusal: PendingRefusal

    init(_ body: @escaping @Sendable (borrowing FunctionArguments) throws -> Value, _ refusal: PendingRefusal) {
        (self.body, self.refusal) = (body, refusal)
    }

    private func run(_ arguments: borrowing FunctionArguments) throws -> Value {
        do {
            return try body(arguments)
        } catch let error as FunctionRefusal {
            refusal.note(error.cause)
            throw error
        }
    }

    static let call: @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void = {
        context, count, values in
        guard let function = sqlite3_user_data(context) else { return }
        let body = Unmanaged<FunctionBody>.fromOpaque(function).takeUnretainedValue()
        do {
            try body.run(FunctionArguments(count: count, values: values)).setResult(of: context)
        } catch {
            sqlite3_result_error(context, "an SQL function failed", -1)
        }
    }

    static let release: @convention(c) (UnsafeMutableRawPointer?) -> Void = { function in
        if let function { Unmanaged<FunctionBody>.fromOpaque(function).release() }
    }
}

extension Value {
    fileprivate func setResult(of context: OpaquePointer?) {
        switch self {
        case .null: sqlite3_result_null(context)
        case .integer(let integer): sqlite3_result_int64(context, integer)
        case .real(let real): sqlite3_result_double(context, real)
        case .text(var text): text.withUTF8 { Value.setText($0, of: context) }
        case .blob(let bytes): bytes.withUnsafeBytes { Value.setBlob($0, of: context) }
        }
    }

    private static func setText(_ bytes: UnsafeBufferPointer<UInt8>, of context: OpaquePointer?) {
        bytes.withMemoryRebound(to: CChar.self) { characters in
            let count = UInt64(characters.count)
            guard let start = characters.baseAddress else {
                return sqlite3_result_text64(context, "", 0, Statement.transient, UInt8(SQLITE_UTF8))
            }
            sqlite3_result_text64(context, start, count, Statement.transient, UInt8(SQLITE_UTF8))
        }
    }

    private static func setBlob(_ bytes: UnsafeRawBufferPointer, of context: OpaquePointer?) {
        guard let start = bytes.baseAddress, !bytes.isEmpty else {
            return sqlite3_result_zeroblob(context, 0)
        }
        sqlite3_result_blob64(context, start, UInt64(bytes.count), Statement.transient)
    }
}
