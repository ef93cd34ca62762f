import Testing

@testable import JournalCLI

struct EntryOperandTests {
    @Test(arguments: [
        ("5001", EntryOperand.id(5001)), ("last", .last), ("d3", .draft(3)), ("9223372036854775807", .id(.max)),
    ])
    func `an operand is an ID, a draft or the newest session`(text: String, operand: EntryOperand) throws {
        #expect(try EntryOperand(text) == operand)
    }

    @Test(arguments: ["", "0", "-1", "+1", "1.5", "d", "d0", "d-1", "D3", "Last", "９", "9223372036854775808", "1 "])
    func `any other operand is refused`(text: String) {
        #expect(throws: Refusal.self) { try EntryOperand(text) }
    }
}
