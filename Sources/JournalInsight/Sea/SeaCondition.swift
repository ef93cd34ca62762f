import Journal
import SurfLanguage
import Synchronization
import TidesAndLight

/// A condition on the tide or the light of a session. A typed tide takes precedence over the computed one.
package final class SeaCondition: RowCondition {
    /// What a session must match.
    package enum Criterion: Equatable, Sendable {
        /// The height above the datum, in feet. Nil is no limit.
        case height(low: Double?, high: Double?)
        /// The text is part of the typed tide, or else the computed tide rises or falls.
        case motion(TextMatch, isRising: Bool)
        /// The text is part of the typed tide, or else the computed tide is in this third of the day's range.
        case level(TextMatch, TideState.Third)
        case daylight(Daylight)
    }

    private let criterion: Criterion
    private let seas: Mutex<SessionSeas>

    package init(_ criterion: Criterion, _ sea: SeaOfPlaces) {
        self.criterion = criterion
        seas = Mutex(SessionSeas(sea))
    }

    package var fields: Set<EntryField> { SessionSeas.fields.union([.tide]) }

    package func holds(_ row: Int, of block: RecordBlock) -> Bool {
        let text = block.column(.tide).flatMap { block.text(row, column: $0) }
        let typed = text.flatMap { $0.isEmpty ? nil : String(decoding: $0, as: UTF8.self) }
        let row = SeaRow(row, of: block)
        switch criterion {
        case .height(let low, let high):
            if let range = text.flatMap({ MeasureText.range(.height, in: $0) }) {
                return range.lowerBound <= high ?? .infinity && range.upperBound >= low ?? -.infinity
            }
            let feet = seas.withLock { $0.tide(row) }.map { $0.height / 0.3048 }
            return feet.map { $0 >= low ?? -.infinity && $0 <= high ?? .infinity } ?? false
        case .motion(let match, let isRising):
            if let typed, let isTypedRising = TideReading(typed).isRising {
                return isTypedRising == isRising || match.occurs(in: typed)
            }
            if let typed, match.occurs(in: typed) { return true }
            return seas.withLock { $0.tide(row) }?.isRising == isRising
        case .level(let match, let third):
            if let typed, let level = TideReading(typed).level {
                return level.third == third || match.occurs(in: typed)
            }
            if let typed, match.occurs(in: typed) { return true }
            return seas.withLock { $0.tide(row) }?.third == third
        case .daylight(let part):
            return seas.withLock { $0.daylight(row) } == part
        }
    }

    package func check() throws {
        if let failure = seas.withLock({ $0.failure }) { throw failure }
    }
}

extension TideReading.Level {
    /// The third of a day's range with the same name.
    package var third: TideState.Third {
        switch self {
        case .low: .low
        case .mid: .mid
        case .high: .high
        }
    }
}
