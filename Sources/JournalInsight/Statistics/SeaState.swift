import Journal
import SurfLanguage

/// The sea in a session: a number for each aspect that is known.
package struct SeaState: Equatable, Sendable {
    /// In the order of the aspects; nil if unknown.
    private var numbers: [Double?]

    package init() { numbers = Array(repeating: nil, count: SeaAspect.allCases.count) }

    /// The sea state in the values of an entry.
    package init(_ values: EntryValues) {
        self.init()
        let wind = values.wind.map(WindState.init)
        for aspect in SeaAspect.allCases {
            self[aspect] = aspect.field == .wind ? wind?.number(aspect) : SeaState.number(aspect.field, values)
        }
    }

    package subscript(_ aspect: SeaAspect) -> Double? {
        get { numbers[aspect.index] }
        set { numbers[aspect.index] = newValue.flatMap { $0.isFinite ? $0 : nil } }
    }

    /// The aspects that are known.
    package var known: [SeaAspect] { SeaAspect.allCases.filter { self[$0] != nil } }

    private static func number(_ field: EntryField, _ values: EntryValues) -> Double? {
        guard case .measure(let measure) = field.kind else { return values.number(field) }
        return values.text(field).flatMap { MeasureText.range(measure, in: $0)?.middle }
    }
}

extension SeaAspect {
    fileprivate var index: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
