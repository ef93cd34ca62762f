import JournalInsight

/// Draws pictures as lines of text.
struct PlotText {
    let glyphs: Glyphs
    let isColoured: Bool
    let width: Int

    /// The picture.
    func lines(_ plot: Plot) -> [String] {
        switch plot {
        case .calendar(let plot): CalendarText(glyphs: glyphs, isColoured: isColoured, width: width).lines(plot)
        case .bars(let plot): BarText(glyphs: glyphs, width: width).lines(plot).map(glyphs.line)
        case .scatter(let plot): ScatterText(glyphs: glyphs, width: width).lines(plot).map(glyphs.line)
        }
    }

    /// A note for the picture, or nil.
    func note(_ plot: Plot, _ kind: PlotKind) -> String? {
        var parts: [String] = []
        switch plot {
        case .calendar(let plot):
            if plot.earlier > 0 { parts.append(Messages.earlier(plot.earlier)) }
            let weeks = CalendarText(glyphs: glyphs, isColoured: isColoured, width: width).weeks
            if weeks < CalendarPlot.weeks {
                parts.append("The last \(weeks) of \(CalendarPlot.weeks) weeks. A wider terminal shows more.")
            }
        case .bars(let plot):
            parts.append(Messages.sessions(plot.sessions) + ".")
            if plot.bars.contains(where: { $0.median != nil }) {
                parts.append(glyphs.line("★ is the median of five or more ratings."))
            }
            if plot.without > 0 { parts.append(Messages.without(plot.without, what(kind))) }
        case .scatter(let plot):
            parts.append(Messages.sessions(plot.sessions) + ".")
            parts.append(Messages.correlation(plot.correlation, plot.sessions))
            if plot.without > 0 { parts.append(Messages.without(plot.without, what(kind))) }
        }
        let note = parts.filter { !$0.isEmpty }.joined(separator: " ")
        return note.isEmpty ? nil : note
    }

    private func what(_ kind: PlotKind) -> String {
        switch kind {
        case .calendar, .months: "a date"
        case .rating: "a rating"
        case .histogram(let field): "\(field.words) in numbers"
        case .scatter(let x, let y): "\(x.words) or \(y.words) in numbers"
        }
    }
}

/// Horizontal bars.
struct BarText {
    let glyphs: Glyphs
    let width: Int

    /// A line per bar: its label, the bar, the number of entries, and the median rating if there is one.
    func lines(_ plot: BarPlot) -> [String] {
        let labels = plot.bars.map { Messages.label($0.key) + (plot.field?.unit ?? "").withoutDegrees }
        let counts = plot.bars.map { Messages.grouped($0.sessions) }
        let hasMedians = plot.bars.contains { $0.median != nil }
        let labelWidth = labels.map(DisplayWidth.of).max() ?? 0
        let countWidth = counts.map(DisplayWidth.of).max() ?? 0
        let barWidth = max(4, width - labelWidth - countWidth - 2 - (hasMedians ? 6 : 0))
        let most = Double(max(1, plot.bars.map(\.sessions).max() ?? 1))
        return plot.bars.indices.map { index in
            let bar = glyphs.bar(Double(plot.bars[index].sessions) / most, barWidth)
            let median = plot.bars[index].median.map { "  ★" + ShownNumber.decimal($0) } ?? ""
            let line = [
                DisplayWidth.padded(labels[index], to: labelWidth, .right), DisplayWidth.padded(bar, to: barWidth),
                DisplayWidth.padded(counts[index], to: countWidth, .right),
            ].joined(separator: " ")
            return DisplayWidth.truncated(line + median, to: width)
        }
    }
}

extension String {
    /// The unit after a label. Degrees are omitted, because labels of directions are compass points.
    fileprivate var withoutDegrees: String { self == "°" ? "" : self }
}
