import JournalInsight

/// Points in a grid. A cell is darker if it has more entries.
struct ScatterText {
    let glyphs: Glyphs
    let width: Int

    /// The grid with its axes and the legend of shades.
    func lines(_ plot: ScatterPlot) -> [String] {
        guard let extent = Extent(plot) else { return [] }
        let labels = [ShownNumber.decimal(extent.y.upperBound), ShownNumber.decimal(extent.y.lowerBound)]
        let labelWidth = labels.map(DisplayWidth.of).max() ?? 0
        let columns = max(8, width - labelWidth - 1)
        let rows = max(8, min(20, width / 5))
        let counts = counts(plot, extent, columns: columns, rows: rows)
        let grid = (0..<rows).map { row in
            let label = row == 0 ? labels[0] : row == rows - 1 ? labels[1] : ""
            let cells = counts[row].map { $0 == 0 ? " " : String(glyphs.shade(ScatterText.level($0))) }.joined()
            let line = DisplayWidth.padded(label, to: labelWidth, .right) + glyphs.axis.side + cells
            return line.withoutTrailingBlanks
        }
        let indent = String(repeating: " ", count: labelWidth)
        let floor = indent + glyphs.axis.corner + String(repeating: glyphs.axis.floor, count: columns)
        let title = DisplayWidth.truncated(Messages.axis(plot.y), to: width)
        return [title] + grid + [floor] + foot(plot, extent, indent + " ", columns) + [
            DisplayWidth.truncated(legend, to: width)
        ]
    }

    /// The level of a cell: 1 for one entry, 2 for 2 to 3, 3 for 4 to 9, 4 for 10 or more.
    static func level(_ sessions: Int) -> Int { sessions >= 10 ? 4 : sessions >= 4 ? 3 : sessions >= 2 ? 2 : 1 }

    private func foot(_ plot: ScatterPlot, _ extent: Extent, _ indent: String, _ columns: Int) -> [String] {
        let low = ShownNumber.decimal(extent.x.lowerBound)
        let high = ShownNumber.decimal(extent.x.upperBound)
        let room = columns - low.count - high.count - 2
        let title = DisplayWidth.truncated(Messages.axis(plot.x), to: max(0, room))
        let before = max(0, (room - DisplayWidth.of(title)) / 2)
        let middle = String(repeating: " ", count: before) + title
        return [indent + low + " " + DisplayWidth.padded(middle, to: room) + " " + high]
    }

    private func counts(_ plot: ScatterPlot, _ extent: Extent, columns: Int, rows: Int) -> [[Int]] {
        var counts = Array(repeating: Array(repeating: 0, count: columns), count: rows)
        for (point, count) in plot.points {
            let column = Extent.cell(point.x, in: extent.x, of: columns)
            let row = rows - 1 - Extent.cell(point.y, in: extent.y, of: rows)
            counts[row][column] += count
        }
        return counts
    }

    private var legend: String {
        let shades = (1...4).map { String(glyphs.shade($0)) }
        return "\(shades[0]) one session, \(shades[1]) 2-3, \(shades[2]) 4-9, \(shades[3]) 10+"
    }
}

/// The ranges of a picture's points.
struct Extent {
    let x: ClosedRange<Double>
    let y: ClosedRange<Double>

    /// Nil without points. A single value is in the middle of its range. Ratings range from 1 to 5, directions from 0
    /// to 360.
    init?(_ plot: ScatterPlot) {
        guard let x = Extent.range(plot.points.keys.map(\.x), plot.x),
            let y = Extent.range(plot.points.keys.map(\.y), plot.y)
        else { return nil }
        (self.x, self.y) = (x, y)
    }

    /// The cell of a number, in `0..<count`.
    static func cell(_ number: Double, in range: ClosedRange<Double>, of count: Int) -> Int {
        min(max(Int(part(number, of: range) * Double(count - 1) + 0.5), 0), count - 1)
    }

    /// The position of a number in a range, from 0 to 1.
    static func part(_ number: Double, of range: ClosedRange<Double>) -> Double {
        (number - range.lowerBound) / (range.upperBound - range.lowerBound)
    }

    private static func range(_ numbers: [Double], _ scale: FieldScale) -> ClosedRange<Double>? {
        if scale.field == .rating { return 1...5 }
        if scale.field.isDirection { return 0...360 }
        guard let low = numbers.min(), let high = numbers.max() else { return nil }
        return low < high ? low...high : (low - 1)...(high + 1)
    }
}
