import Testing

@testable import Persistence

@Suite struct KeyTableTests {
    /// Keys as in stores: dense, in distant runs, negative, and multiples of powers of two.
    static let families: [[Int64]] = [
        Array(1...600), Array(-300...300), (0..<600).map { $0 << 20 }, (0..<600).map { $0 * 1_000 },
        Array(1...300) + Array(1_000_000...1_000_300), (0..<600).map { Int64.max - $0 * 8 },
    ]

    @Test(arguments: families) func `a key table contains what a dictionary would for any keys`(_ keys: [Int64]) {
        var state: UInt64 = 42
        let table = KeyTable<Int>()
        var model: [Int64: Int] = [:]
        for step in 0..<6_000 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let key = keys[Int(state >> 33) % keys.count]
            if step % 3 == 0 {
                table[key] = nil
                model[key] = nil
            } else {
                table[key] = step
                model[key] = step
            }
            #expect(table[key] == model[key])
        }
        var listed: [Int64: Int] = [:]
        table.forEach { listed[$0] = $1 }
        #expect(listed == model)
        #expect(table.count == model.count)
    }

    @Test func `reserving capacity keeps the entries of a key table`() {
        let table = KeyTable<Int64>()
        table[7] = 70
        table.reserve(additional: 1_000)
        for key in Int64(100)..<1_100 { table[key] = key }
        #expect(table[7] == 70)
        #expect((Int64(100)..<1_100).allSatisfy { table[$0] == $0 })
        table.removeAll()
        #expect(table.isEmpty)
        #expect(table[7] == nil)
    }
}
