import Testing

@testable import JournalTransfer

struct RepeatedCellsTests {
    private let cells = RepeatedCells<String>()

    /// Whether the value of a cell is computed, not known.
    private func isComputed(_ column: Int, _ text: String, inZone zone: String? = nil) -> Bool {
        var isComputed = false
        let value = cells.value(column, text, inZone: zone) {
            isComputed = true
            return text + "!"
        }
        #expect(value == text + "!")
        return isComputed
    }

    @Test func `a cell is computed once for each column, text and zone`() {
        #expect(isComputed(0, "4ft") && !isComputed(0, "4ft"))
        #expect(isComputed(1, "4ft") && isComputed(0, "5ft") && isComputed(0, "4ft", inZone: "Europe/Paris"))
        #expect(!isComputed(1, "4ft") && !isComputed(0, "5ft") && !isComputed(0, "4ft", inZone: "Europe/Paris"))
    }

    @Test func `long texts are not kept`() {
        let text = String(repeating: "x", count: 41)
        #expect(isComputed(0, text) && isComputed(0, text))
    }

    @Test func `a table of different cells does not fill the memory`() {
        #expect(isComputed(0, "first"))
        for number in 0..<10_000 { #expect(isComputed(0, String(number))) }
        #expect(isComputed(0, "first"))
    }
}
