import Testing

@testable import JournalCLI

struct EntryOperandTests {
    @Test(arguments: [
        ("5001", EntryOperand.id(5001)), ("last", .last), ("newest", .newest), ("d3", .draft(3)),
        ("malibu", .words("malibu")),
        ("2014-08-01", .words("2014-08-01")), ("9223372036854775807", .id(.max)),
    ])
    func `an operand is an ID, a draft, a session's other name, or words`(text: String, operand: EntryOperand) throws {
        #expect(try EntryOperand(text) == operand)
    }

    @Test func `several operands that are not all names are words`() throws {
        #expect(try EntryOperand.list(["1", "last"]) == [.id(1), .last])
        #expect(try EntryOperand.list(["last", "friday"]) == [.words("last friday")])
        #expect(throws: Refusal.self) { try EntryOperand.single(["1", "2"]) }
    }

    @Test(arguments: ["", "0", "-1", "+1", "1.5", "d", "d0", "d-1", "D3", "９", "9223372036854775808", "1 "])
    func `any other operand is refused`(text: String) {
        #expect(throws: Refusal.self) { try EntryOperand(text) }
    }
}
