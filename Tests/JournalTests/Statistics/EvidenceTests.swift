import Testing

@testable import Journal
@testable import JournalInsight

struct EvidenceTests {
    static let medians: [([Int], Double?)] = [
        ([], nil), ([3], 3), ([1, 4], 2.5), ([5, 5, 1], 5), ([1, 2, 3, 4], 2.5), ([9, 0, 2], 2),
    ]

    @Test(arguments: medians)
    func `the median rating is the middle one`(ratings: [Int], median: Double?) {
        #expect(RatingTally(ratings).median == median)
    }

    @Test func `fewer than five numbers have no middle half`() {
        #expect(MiddleHalf(NumberTally([1, 2, 3, 4])) == nil)
        #expect(MiddleHalf(NumberTally([1, 2, 3, 4, 5])).map { [$0.low, $0.high, Double($0.sessions)] } == [2, 4, 5])
    }

    @Test func `the middle half of repeated numbers is that of all numbers, in any order`() {
        let (low, high) = (Array(repeating: 2.0, count: 500), Array(repeating: 7.0, count: 300))
        for numbers in [low + high, high + low] {
            #expect(MiddleHalf(NumberTally(numbers)).map { [$0.low, $0.high, Double($0.sessions)] } == [2, 7, 800])
        }
        let even = MiddleHalf(NumberTally([1, 1, 1, 2, 2, 2]))
        #expect(even.map { [$0.low, $0.high] } == [1, 2])
        #expect(MiddleHalf(NumberTally([1, 2, 3, 4, 5, 6])).map { [$0.low, $0.high] } == [2.25, 4.75])
    }

    @Test func `one outlier hardly changes the middle half`() {
        #expect(MiddleHalf(NumberTally([4, 4, 5, 5, 6, 6, 60])).map { $0.high <= 6 } == true)
    }

    @Test func `conditions count the sessions that have each value`() {
        var conditions = Conditions()
        for index in 0..<6 {
            conditions.add(
                height: Double(index), period: index < 4 ? 12 : nil, wind: nil, swellDirection: index == 0 ? 358 : 2)
        }
        #expect(conditions.sessions == 6)
        #expect(conditions.height?.sessions == 6)
        #expect(conditions.period == nil)
        #expect(conditions.swellDirection.map { DirectionMean.apart($0.degrees, 1.33) < 0.1 } == true)
    }
}
