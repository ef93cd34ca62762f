import Journal
import SurfLanguage
import TidesAndLight

/// The numbers of the groups by tide, light, season and wind. What was typed about a tide wins over what is computed.
struct ConditionKeys {
    private var seas: SessionSeas?
    private var winds = ReadTexts<Int?>()
    private var tides = ReadTexts<TideReading>()

    init(_ sea: SeaOfPlaces?) { seas = sea.map { SessionSeas($0) } }

    /// Why some tides are missing that should be there; nil if none are.
    var failure: TideTableError? { seas?.failure }

    /// The group with a number.
    static func key(_ number: Int, of grouping: Grouping) -> GroupKey {
        switch grouping {
        case .season: .season(Season.allCases[number])
        case .wind: .wind(WindSideGroup.allCases[number])
        case .light: .light(Daylight.allCases[number])
        case .tide where number >= rising: .tideMotion(isRising: number == rising)
        case .tide: .tide(TideState.Third.allCases[number])
        default: .absent
        }
    }

    /// The number of the group of rising tides. The next one is that of falling tides.
    private static let rising = TideState.Third.allCases.count

    mutating func season(month: Int, _ row: SeaRow) -> Int {
        ConditionKeys.index(of: Season(month: month, isSouthern: seas?.isSouthern(row) ?? false))
    }

    mutating func light(_ row: SeaRow) -> Int? { seas?.daylight(row).map { ConditionKeys.index(of: $0) } }

    mutating func wind(_ text: UnsafeBufferPointer<UInt8>?) -> Int? {
        text.flatMap {
            winds.value($0) { text in WindReading(text).kind.map { ConditionKeys.index(of: WindSideGroup(kind: $0)) } }
        }
    }

    /// Appends the group of the level and that of the motion, as far as they are known.
    /// - Returns: The computed tide; nil if there is none, or if the typed one says it all.
    @discardableResult
    mutating func appendTide(
        _ typed: UnsafeBufferPointer<UInt8>?, _ row: SeaRow, to keys: inout [Int]
    ) -> TideState? {
        let typed = typed.flatMap { $0.isEmpty ? nil : tides.value($0, TideReading.init) }
        let isWhole = typed?.level != nil && typed?.isRising != nil
        let computed = isWhole ? nil : seas?.tide(row)
        if let third = typed?.level?.third ?? computed?.third { keys.append(ConditionKeys.index(of: third)) }
        if let isRising = typed?.isRising ?? computed?.isRising {
            keys.append(isRising ? ConditionKeys.rising : ConditionKeys.rising + 1)
        }
        return computed
    }

    private static func index<Value: CaseIterable & Equatable>(of value: Value) -> Int {
        Value.allCases.enumerated().first { $0.element == value }?.offset ?? 0
    }
}

/// What texts were read as, so that one that occurs often is read once.
private struct ReadTexts<Value> {
    private var values: [String: Value] = [:]

    /// All are forgotten when this is reached.
    private static var most: Int { 10_000 }

    mutating func value(_ text: UnsafeBufferPointer<UInt8>, _ read: (String) -> Value) -> Value {
        let text = String(decoding: text, as: UTF8.self)
        if let value = values[text] { return value }
        if values.count >= Self.most { values.removeAll() }
        let value = read(text)
        values[text] = value
        return value
    }
}
