extension RandomAccessCollection where Index == Int {
    /// The index of the first element that is beyond a limit, or `endIndex`. All elements after it must be, too.
    ///
    /// Complexity: logarithmic.
    @inlinable
    package func partitioningIndex(where isBeyond: (Element) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = low + (high - low) / 2
            if isBeyond(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

extension BidirectionalCollection where Element: Equatable {
    /// Whether exactly one change turns one into the other: an element that differs, is missing or added, or is swapped
    /// with the next.
    @inlinable
    package func isOneChange(from other: Self) -> Bool {
        var (left, right) = (self[...], other[...])
        while let element = left.first, element == right.first {
            left.removeFirst()
            right.removeFirst()
        }
        guard let first = left.first else { return right.dropFirst().isEmpty && !right.isEmpty }
        guard let second = right.first else { return left.dropFirst().isEmpty }
        let (leftRest, rightRest) = (left.dropFirst(), right.dropFirst())
        return leftRest.elementsEqual(rightRest) || leftRest.elementsEqual(right) || left.elementsEqual(rightRest)
            || leftRest.first == second && rightRest.first == first
                && leftRest.dropFirst().elementsEqual(rightRest.dropFirst())
    }
}

extension ClosedRange<Double> {
    /// The number in the middle.
    package var middle: Double { (lowerBound + upperBound) / 2 }
}
