import Testing

@testable import Journal
@testable import JournalInsight

struct DirectionMeanTests {
    static let means: [([Double], Double?)] = [
        ([359, 1], 0), ([350, 20], 5), ([90], 90), ([0, 90], 45), ([270, 290, 310], 290), ([0, 180], nil), ([], nil),
        ([10, 350, 180, 0], 0),
    ]

    @Test(arguments: means)
    func `directions are averaged around the circle`(degrees: [Double], mean: Double?) throws {
        let found = DirectionMean(degrees).degrees
        #expect((found == nil) == (mean == nil))
        if let found, let mean { #expect(DirectionMean.apart(found, mean) < 0.001) }
        if let found { #expect((0..<360).contains(found)) }
    }

    @Test func `the mean of 359 and 1 is 0, not 360`() {
        #expect(DirectionMean([359, 1]).degrees == 0)
    }

    @Test(arguments: [(350.0, 10.0, 20.0), (10, 350, 20), (0, 180, 180), (90, 90, 0), (0, 359, 1)])
    func `the distance of two directions is the shorter way round`(first: Double, second: Double, apart: Double) {
        #expect(DirectionMean.apart(first, second) == apart)
    }
}
