import Foundation
import SQLite

/// An export as somebody would write it by hand in C: one statement, one buffer, one thread, its own formatting.
struct HandExport {
    let connection: Connection
    private let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: HandExport.capacity)
    private static let capacity = 1 << 16
    /// The largest row, in bytes. The benchmark's rows are far smaller.
    private static let rowLimit = 4_096

    init(connection: Connection) {
        self.connection = connection
    }

    /// Writes the journal as CSV with a header, and synchronises the file.
    func write(to path: String) throws {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        precondition(file >= 0, "The file could not be opened.")
        defer { close(file) }
        var used = append("id,date,location,height,period,wind,rating", at: 0)
        used = append(
            ",notes,timeZone,board,tide,crowd,waves,duration,swellHeight,swellPeriod,swellDirection,waterTemperature\n",
            at: used)
        let statement = try connection.cached(
            "SELECT Z_PK, ZDATE, ZLOCATION, ZHEIGHT, ZPERIOD, ZWIND, ZRATING, ZNOTES, ZTIMEZONE, ZBOARD, ZTIDE, ZCROWD,"
                + " ZWAVES, ZDURATION, ZSWELLHEIGHT, ZSWELLPERIOD, ZSWELLDIRECTION, ZWATERTEMPERATURE"
                + " FROM ZJOURNALENTRY ORDER BY Z_PK")
        while try statement.step() {
            if used + HandExport.rowLimit > HandExport.capacity { used = flush(used, file) }
            used = appendRow(statement, at: used)
        }
        _ = flush(used, file)
        fsync(file)
        buffer.deallocate()
    }

    private func flush(_ count: Int, _ file: Int32) -> Int {
        var written = 0
        while written < count {
            let step = Foundation.write(file, buffer + written, count - written)
            precondition(step > 0, "The file could not be written.")
            written += step
        }
        return 0
    }

    private func appendRow(_ statement: Statement, at start: Int) -> Int {
        var end = append(statement.int64(0), at: start)
        end = put(UInt8(ascii: ","), at: end)
        if !statement.isNull(1) { end = append(date: statement.double(1), at: end) }
        for column in Int32(2)..<6 {
            end = put(UInt8(ascii: ","), at: end)
            if !statement.isNull(column) { end = append(cell: statement.textBytes(column), at: end) }
        }
        end = put(UInt8(ascii: ","), at: end)
        if !statement.isNull(6) { end = append(statement.int64(6), at: end) }
        for column in Int32(7)..<18 {
            end = put(UInt8(ascii: ","), at: end)
            if !statement.isNull(column) { end = append(cell: statement.textBytes(column), at: end) }
        }
        return put(UInt8(ascii: "\n"), at: end)
    }

    @inline(__always)
    private func put(_ byte: UInt8, at position: Int) -> Int {
        buffer[position] = byte
        return position &+ 1
    }

    private func append(_ text: StaticString, at start: Int) -> Int {
        (buffer + start).update(from: text.utf8Start, count: text.utf8CodeUnitCount)
        return start &+ text.utf8CodeUnitCount
    }

    private func append(_ number: Int64, at start: Int) -> Int {
        var rest = number.magnitude
        var length = number < 0 ? 1 : 0
        var probe = rest
        repeat {
            length &+= 1
            probe /= 10
        } while probe > 0
        if number < 0 { buffer[start] = UInt8(ascii: "-") }
        var position = start &+ length
        repeat {
            position &-= 1
            buffer[position] = UInt8(truncatingIfNeeded: rest % 10) &+ 48
            rest /= 10
        } while rest > 0
        return start &+ length
    }

    /// Quotes a cell if necessary.
    private func append(cell bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Int {
        var quotes = false
        for byte in bytes where byte == 0x2C || byte == 0x22 || byte == 0x0A || byte == 0x0D {
            quotes = true
            break
        }
        guard quotes else {
            if let base = bytes.baseAddress { (buffer + start).update(from: base, count: bytes.count) }
            return start &+ bytes.count
        }
        var end = put(0x22, at: start)
        for byte in bytes {
            if byte == 0x22 { end = put(0x22, at: end) }
            end = put(byte, at: end)
        }
        return put(0x22, at: end)
    }

    /// Appends a date in UTC. Year, month and day are computed from the days since 1970 by Hinnant's algorithm.
    private func append(date seconds: Double, at start: Int) -> Int {
        let total = Int(seconds.rounded(.down)) &+ 978_307_200
        let days = total >= 0 ? total / 86_400 : (total &- 86_399) / 86_400
        let time = total &- days &* 86_400
        let shifted = days &+ 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted &- era &* 146_097
        let yearOfEra = (dayOfEra &- dayOfEra / 1_460 &+ dayOfEra / 36_524 &- dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra &- (365 &* yearOfEra &+ yearOfEra / 4 &- yearOfEra / 100)
        let part = (5 &* dayOfYear &+ 2) / 153
        let month = part < 10 ? part &+ 3 : part &- 9
        let year = yearOfEra &+ era &* 400 &+ (month <= 2 ? 1 : 0)
        var end = twoDigits(year / 100, at: start)
        end = twoDigits(year % 100, at: end)
        end = twoDigits(month, at: put(UInt8(ascii: "-"), at: end))
        end = twoDigits(dayOfYear &- (153 &* part &+ 2) / 5 &+ 1, at: put(UInt8(ascii: "-"), at: end))
        end = twoDigits(time / 3_600, at: put(UInt8(ascii: "T"), at: end))
        end = twoDigits(time / 60 % 60, at: put(UInt8(ascii: ":"), at: end))
        end = twoDigits(time % 60, at: put(UInt8(ascii: ":"), at: end))
        return append("Z", at: end)
    }

    @inline(__always)
    private func twoDigits(_ number: Int, at position: Int) -> Int {
        buffer[position] = UInt8(truncatingIfNeeded: number / 10) &+ 48
        buffer[position &+ 1] = UInt8(truncatingIfNeeded: number % 10) &+ 48
        return position &+ 2
    }
}
