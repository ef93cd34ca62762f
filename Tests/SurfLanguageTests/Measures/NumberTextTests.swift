import Testing

@testable import SurfLanguage

extension MeasureUnits {
    static let choices = LengthUnit.allCases.flatMap { length in
        TemperatureUnit.allCases.map { MeasureUnits(length: length, temperature: $0) }
    }
}

struct NumberTextTests {
    private func number(_ unit: NumberUnit, _ text: String, _ units: MeasureUnits = .feet) -> Double? {
        NumberText(unit, units: units).number(text)
    }

    @Test(arguments: [
        ("5ft", 1.524), ("5 feet", 1.524), ("5'", 1.524), ("1.5m", 1.5), ("1.5 metres", 1.5), ("150cm", 1.5),
        ("5", 1.524), ("0", 0), (" 2m ", 2), (".5m", 0.5), ("1e-5m", 1e-5),
    ])
    func `a length is read in metres`(text: String, metres: Double) {
        #expect(number(.metres, text) == metres)
    }

    @Test
    func `a comma before digits is a decimal point`() {
        #expect(number(.celsius, "17,5C") == 17.5)
        #expect(number(.metres, "2,5m") == 2.5)
    }

    @Test(arguments: [
        "0", "7", "007", "0.6", "13.50", "123456789012345", "0.00000000000001", "123.123456789012", "12.34567890123456",
        "1e3", "1.5e-3", "+4.25", "-0.5",
    ])
    func `a plain decimal is read exactly`(text: String) {
        #expect(number(.minutes, text) == Double(text).flatMap { NumberUnit.minutes.range.contains($0) ? $0 : nil })
    }

    @Test(arguments: [
        ("60F", NumberUnit.celsius, "60°F"), ("17C", .celsius, "17°C"), ("4ft", .metres, "4ft"),
        ("1.5m", .metres, "1.5m"),
        ("90", .minutes, "1h30"), ("14s", .seconds, "14s"),
    ])
    func `a number is offered in the unit in which it was typed`(typed: String, unit: NumberUnit, offered: String)
        throws
    {
        for units in MeasureUnits.choices where units.temperature == .celsius {
            let number = try #require(NumberText(unit, units: units).number(typed))
            #expect(NumberWords(units: units).typed(number, unit) == offered)
        }
    }

    @Test(arguments: ["", ".", ",", "5.5.5", "1 2", "1,", ",,5", "٣"])
    func `a text that is not a decimal is not a number`(text: String) {
        #expect(number(.metres, text) == nil)
    }

    @Test(arguments: [
        ("90", 90), ("1h30", 90), ("1h30m", 90), ("1h 30 min", 90), ("1:30", 90), ("1:05", 65), ("45min", 45),
        ("2h", 120), ("1.5h", 90), ("2 hours", 120), ("0h45", 45),
    ])
    func `a duration is read in minutes`(text: String, minutes: Double) {
        #expect(number(.minutes, text) == minutes)
    }

    @Test(arguments: [
        ("290", 290), ("290°", 290), ("290 deg", 290), ("WNW", 292.5), ("nw", 315), ("North-West", 315), ("south", 180),
        ("west north west", 292.5), ("360", 0), ("0", 0), ("N", 0),
    ])
    func `a direction is read in degrees`(text: String, degrees: Double) {
        #expect(number(.degrees, text) == degrees)
    }

    @Test(arguments: [("17", 17), ("17C", 17), ("17 °C", 17), ("-1.5", -1.5), ("63.5F", 17.5), ("32°F", 0)])
    func `a temperature is read in degrees Celsius`(text: String, celsius: Double) {
        #expect(number(.celsius, text) == celsius)
    }

    @Test(arguments: [
        (NumberUnit.metres, "5s"), (.metres, "-1"), (.metres, "head high"), (.metres, "101m"), (.metres, ""),
        (.metres, "5ft 2"), (.metres, "nan"), (.metres, "1e999m"), (.metres, "0x10"), (.seconds, "12ft"),
        (.degrees, "361"), (.degrees, "-1"), (.degrees, "NNN"), (.celsius, "62"), (.celsius, "17K"),
        (.minutes, "1h60"), (.minutes, "1.5h30"), (.minutes, "1:"), (.minutes, "25h"), (.minutes, "90s"),
    ])
    func `a text without a possible number is refused`(unit: NumberUnit, text: String) {
        #expect(number(unit, text) == nil)
    }

    @Test func `a direction is rounded to a compass point`() {
        #expect(
            [0, 11, 12, 290, 349, 359, 720, -10].map(CompassPoint.nearest) == [
                "N", "N", "NNE", "WNW", "N", "N", "N", "N",
            ])
    }
}
