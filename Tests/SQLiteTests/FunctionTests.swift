import SQLite
import Testing

struct FunctionTests {
    let connection: Connection

    init() throws { connection = try Connection.inMemory() }

    @Test(
        arguments: [nil, 7, 2.5, "a\0b", "", .blob([]), .blob([1, 0, 2])] as [Value])
    func `a function receives and returns every type of value`(value: Value) throws {
        try connection.createFunction("same", argumentCount: 1) { $0[0] }
        #expect(try connection.scalar("SELECT same(?)", value) == value)
    }

    @Test func `typed accessors read the arguments`() throws {
        try connection.createFunction("describe", argumentCount: -1) { arguments in
            let texts = (0..<arguments.count).map { "\(arguments.type($0)):\(arguments.string($0))" }
            return .text(texts.joined(separator: " ") + " \(arguments.int64(0)) \(arguments.double(1))")
        }
        #expect(
            try connection.scalar("SELECT describe(?, ?, ?)", 1, 0.5, nil) == "integer:1 real:0.5 null: 1 0.5")
    }

    @Test func `a function that throws fails the statement without revealing the error`() throws {
        try connection.createFunction("refuse", argumentCount: 0) { _ in throw Refusal() }
        let error = try databaseError { _ = try connection.scalar("SELECT refuse()") }
        #expect(error.message == DatabaseError.withheldMessage)
    }

    @Test func `a function's refusal is thrown by the statement that called it, and only once`() throws {
        try connection.createFunction("refuse", argumentCount: 1) { arguments in
            if arguments.int64(0) == 1 { throw FunctionRefusal(Refusal()) }
            throw Refusal()
        }
        #expect(throws: Refusal.self) { try connection.scalar("SELECT refuse(1)") }
        let error = try databaseError { _ = try connection.scalar("SELECT refuse(2)") }
        #expect(error.message == DatabaseError.withheldMessage)
    }

    @Test func `only a deterministic function can be used in an index`() throws {
        try connection.execute("CREATE TABLE t(a)")
        try connection.createFunction("twice", argumentCount: 1, deterministic: true) { .integer($0.int64(0) * 2) }
        try connection.createFunction("other", argumentCount: 1) { .integer($0.int64(0)) }
        try connection.execute("CREATE INDEX i ON t(twice(a))")
        #expect(throws: DatabaseError.self) { try connection.execute("CREATE INDEX j ON t(other(a))") }
    }

    @Test func `a trigger can call a function`() throws {
        try connection.execute("CREATE TABLE t(a); CREATE TABLE log(a)")
        try connection.createFunction("note", argumentCount: 1) { .text("got " + $0.string(0)) }
        try connection.execute("CREATE TRIGGER g AFTER INSERT ON t BEGIN INSERT INTO log SELECT note(new.a); END")
        try connection.execute("INSERT INTO t VALUES (5)")
        #expect(try connection.scalar("SELECT a FROM log") == "got 5")
    }

    @Test func `a function name that is too long is an error`() throws {
        let name = String(repeating: "x", count: 300)
        #expect(throws: DatabaseError.self) { try connection.createFunction(name, argumentCount: 0) { _ in .null } }
    }

    @Test func `a function's closure is released with its connection`() throws {
        final class Token: Sendable {}
        weak var probe: Token?
        do {
            let token = Token()
            probe = token
            let connection = try Connection.inMemory()
            try connection.createFunction("f", argumentCount: 0) { [token] _ in withExtendedLifetime(token) { .null } }
            #expect(probe != nil)
        }
        #expect(probe == nil)
    }
}
