import Foundation

/// Formats store dates as ISO 8601 in a zone: `2026-09-12T07:00:00-07:00`, with `Z` if the offset is zero.
///
/// Dates have whole seconds. Fractions are rounded down, also before 1970. Years outside 0...9999 have a sign and six
/// digits, ISO 8601's expanded form. Foundation is called only for days that are not cached. Use a writer in one task;
/// a copy starts with the original's cache.
package struct ISODateWriter: Sendable {
    private var offsets: ZoneOffsets
    private var line = Array("0000-00-00T00:00:00+00:00".utf8)
    private static let usualWidth = 25
    private var day = Int.min
    private var offset = Int.min

    package init(zone: TimeZone) {
        offsets = ZoneOffsets(zone)
    }

    /// The formatted date.
    package mutating func string(_ date: Double) -> String {
        var bytes: [UInt8] = []
        append(date, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the formatted date. Complexity: constant, without allocations of its own.
    package mutating func append(_ date: Double, to bytes: inout [UInt8]) {
        let second = StoreTime.unixSecond(date)
        let offset = offsets.offset(at: second)
        let day = (second + offset).flooredQuotient(86_400)
        if day != self.day { setDay(day) }
        if offset != self.offset { setOffset(offset) }
        setClock(second + offset - day * 86_400)
        line.withUnsafeBufferPointer { line in
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: line[..<(line.count - (offset == 0 ? 5 : 0))]))
        }
    }

    private mutating func setDay(_ number: Int) {
        let civil = CivilDay(number: number)
        day = number
        setYear(civil.year)
        line.withUnsafeMutableBufferPointer { line in
            ISODateWriter.write(civil.month, to: line, line.count - 20)
            ISODateWriter.write(civil.day, to: line, line.count - 17)
        }
    }

    private mutating func setYear(_ year: Int) {
        if (0...9999).contains(year), line.count == ISODateWriter.usualWidth {
            line.withUnsafeMutableBufferPointer { line in
                ISODateWriter.write(year / 100, to: line, 0)
                ISODateWriter.write(year % 100, to: line, 2)
            }
        } else {
            line.replaceSubrange(0..<(line.count - 21), with: ISODateWriter.year(year))
        }
    }

    private mutating func setClock(_ second: Int) {
        line.withUnsafeMutableBufferPointer { line in
            ISODateWriter.write(second / 3600, to: line, line.count - 14)
            ISODateWriter.write(second / 60 % 60, to: line, line.count - 11)
            ISODateWriter.write(second % 60, to: line, line.count - 8)
        }
    }

    private mutating func setOffset(_ seconds: Int) {
        offset = seconds
        let minutes = abs(seconds) / 60
        line.withUnsafeMutableBufferPointer { line in
            line[line.count - 6] = seconds == 0 ? UInt8(ascii: "Z") : UInt8(ascii: seconds < 0 ? "-" : "+")
            ISODateWriter.write(minutes / 60, to: line, line.count - 5)
            ISODateWriter.write(minutes % 60, to: line, line.count - 2)
        }
    }

    /// Writes two digits.
    /// - Precondition: The number is from 0 to 99.
    @inline(__always)
    private static func write(_ number: Int, to line: UnsafeMutableBufferPointer<UInt8>, _ index: Int) {
        precondition((0...99).contains(number) && index >= 0 && index + 1 < line.count, "Two digits fit in the line.")
        let tens = number / 10
        line[index] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: tens)
        line[index + 1] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number &- tens &* 10)
    }

    private static func year(_ year: Int) -> [UInt8] {
        let digits = Array(String(abs(year)).utf8)
        let expanded = !(0...9999).contains(year)
        let zeros = Array(repeating: UInt8(ascii: "0"), count: max(0, (expanded ? 6 : 4) - digits.count))
        return (expanded ? [UInt8(ascii: year < 0 ? "-" : "+")] : []) + zeros + digits
    }
}
