import Testing

@testable import SurfLanguage

/// Ratings as tables have them.
struct RatingCellTests {
    @Test(
        arguments: [
            ("4", nil, 4.0), ("3.5", nil, 3.5), ("3,5", nil, 3.5), ("7", 10, 3.5), ("7/10", nil, 3.5), ("4/5", nil, 4),
            ("***1/2", nil, 3.5),
            ("***½", nil, 3.5), ("1/2", nil, 0.5), ("★★☆☆☆", nil, 2), ("⭐⭐⭐", nil, 3), ("FAIR TO GOOD", nil, 3.5),
            ("Muito bom", nil, 4.5),
            ("Razoável", nil, 3),
        ] as [(String, Int?, Double)])
    func `a rating on any scale, in stars or in words`(cell: String, scale: Int?, stars: Double) {
        #expect(RatingCell.stars(cell, scale: scale) == stars)
    }

    @Test(arguments: [("0", nil), ("7", nil), ("11", 10), ("-1", nil), ("nice", nil), ("", nil)] as [(String, Int?)])
    func `what is out of range or no rating is not read`(cell: String, scale: Int?) {
        #expect(RatingCell.stars(cell, scale: scale) == nil)
    }

    @Test func `halves are rounded up, and a half star is one`() {
        #expect([0.5, 1.5, 2.4, 3.5, 5].map(RatingCell.whole) == [1, 2, 2, 4, 5])
    }
}
