import Foundation
import MakeSeed
import Testing

@Suite struct SeedEntriesTests {
    static let sessions = SeedEntries.all()
    static let breaks: [String: (spot: SurfBreak, coast: Coast)] = Dictionary(
        uniqueKeysWithValues: Coast.all.flatMap { coast in coast.breaks.map { ($0.name, ($0, coast)) } })

    static func place(of session: SeedEntry) throws -> (spot: SurfBreak, coast: Coast) {
        try #require(breaks[session.location])
    }

    /// The local day at the place, in standard time.
    static func localDay(of session: SeedEntry) throws -> Int {
        Int(((session.date + (try place(of: session)).coast.standardOffset * 3_600) / 86_400).rounded(.down))
    }

    @Test func `the generator always makes the same sessions`() {
        #expect(SeedEntries.all() == Self.sessions)
    }

    @Test func `the generated sessions are those in the sample journal`() {
        let text = Self.sessions.map { $0.fields.joined(separator: "\t") }.joined(separator: "\n")
        let checksum = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        #expect(String(checksum, radix: 16) == "9128eb7e09091d14")
    }

    @Test func `there are five thousand sessions at 25 breaks or more`() {
        #expect(Self.sessions.count == 5_000)
        #expect(Set(Self.sessions.map(\.location)).count >= 25)
    }

    @Test func `sessions are sorted and each begins in a different minute`() {
        #expect(zip(Self.sessions, Self.sessions.dropFirst()).allSatisfy { $0.date < $1.date })
        #expect(Self.sessions.allSatisfy { $0.date.truncatingRemainder(dividingBy: 60) == 0 })
    }

    @Test func `the sessions span ten years and end before September 2026`() throws {
        let first = try #require(Self.sessions.first).date
        let last = try #require(Self.sessions.last).date
        #expect(first >= Double(Day(year: 2016, month: 9, day: 1).number) * 86_400)
        #expect(last < Double(Day(year: 2026, month: 9, day: 2).number) * 86_400)
        #expect(last - first > 3_600 * 86_400)
    }

    @Test func `a session ends before the next begins`() {
        #expect(
            zip(Self.sessions, Self.sessions.dropFirst()).allSatisfy { $0.date + Double($0.duration) * 60 < $1.date })
    }

    @Test func `there are at most two sessions a day, never in two countries`() throws {
        let local = try Dictionary(grouping: Self.sessions, by: Self.localDay)
        for sessions in local.values {
            #expect(sessions.count <= 2)
            #expect(Set(try sessions.map { try Self.place(of: $0).coast.country }).count == 1)
        }
    }

    @Test func `the sun is up during every session`() throws {
        for session in Self.sessions {
            let spot = try Self.place(of: session).spot
            for moment in [session.date, session.date + Double(session.duration) * 60] {
                #expect(Sun.altitude(at: moment, latitude: spot.latitude, longitude: spot.longitude) > -1.2)
            }
        }
    }

    @Test func `northern winters have bigger waves than northern summers`() throws {
        let north = try Self.meanHeights { !$0.isSouthern && $0.peakMonth > 10 }
        #expect(north.winter > north.summer * 1.2)
    }

    /// The mean heights from October to March and from April to September on the coasts that match the filter.
    static func meanHeights(on isTaken: (Coast) -> Bool) throws -> (winter: Double, summer: Double) {
        let taken = try sessions.filter { isTaken(try place(of: $0).coast) }
        let isWinter = { (session: SeedEntry) in
            Day(Int(session.date / 86_400)).closeness(toMonth: 1) > 0
        }
        return (
            mean(taken.filter(isWinter).map(\.swellHeight)), mean(taken.filter { !isWinter($0) }.map(\.swellHeight))
        )
    }

    static func mean(_ numbers: [Double]) -> Double {
        numbers.reduce(0, +) / Double(numbers.count)
    }

    @Test func `most sessions at southern breaks are in the southern winter`() throws {
        let southern = try Self.sessions.filter {
            let coast = try Self.place(of: $0).coast
            return coast.isSouthern && (5...8).contains(coast.peakMonth)
        }
        let winter = southern.filter { Day(Int($0.date / 86_400)).closeness(toMonth: 7) > 0 }
        #expect(winter.count * 10 > southern.count * 8)
    }

    @Test func `swell and wind resemble those of the day before`() throws {
        let home = Self.sessions.filter { ["Steamer Lane", "Malibu First Point"].contains($0.location) }
        let pairs = zip(home, home.dropFirst()).filter {
            $0.location == $1.location && $1.date - $0.date < 100_000 && $1.date - $0.date > 50_000
        }
        #expect(pairs.count > 50)
        #expect(Self.correlation(pairs.map(\.0.swellHeight), pairs.map(\.1.swellHeight)) > 0.4)
    }

    @Test func `mornings have less wind than afternoons`() throws {
        let knots = { (isMorning: Bool) in
            Self.mean(
                try Self.sessions.filter { session in
                    let local = session.date + (try Self.place(of: session)).spot.longitude * 240
                    return (local.truncatingRemainder(dividingBy: 86_400) < 36_000) == isMorning
                }.map(\.windSpeed))
        }
        #expect(try knots(true) + 1 < knots(false))
    }

    @Test func `ratings depend on the period and the wind`() {
        let ratings = Self.sessions.map { Double($0.rating) }
        #expect(Self.correlation(ratings, Self.sessions.map(\.swellPeriod)) > 0.2)
        let stated = { (word: String) in
            Self.mean(Self.sessions.filter { $0.wind?.hasPrefix(word) == true }.map { Double($0.rating) })
        }
        #expect(stated("offshore") > stated("onshore") + 0.8)
        #expect(stated("glassy") > stated("onshore") + 0.8)
    }

    @Test func `ratings range from 1 to 5, and each is frequent`() {
        let counts = Dictionary(grouping: Self.sessions, by: \.rating).mapValues(\.count)
        #expect(counts.keys.sorted() == [1, 2, 3, 4, 5])
        #expect(counts.values.min() ?? 0 >= 150)
    }

    @Test func `numbers are plausible`() {
        for session in Self.sessions {
            #expect((1...30).contains(session.swellHeight) && (6...20).contains(session.swellPeriod))
            #expect((0..<360).contains(session.swellDirection) && (0..<360).contains(session.windDirection))
            #expect((0...40).contains(session.windSpeed) && (5...32).contains(session.waterTemperature))
            #expect((-1...6).contains(session.tide) && (0...200).contains(session.crowd))
            #expect((40...180).contains(session.duration) && (1...60).contains(session.waves))
        }
    }

    @Test func `texts look as if a surfer had typed them`() {
        let height = /\d+(?:-\d+)?ft|\d+(?:\.\d)?m|(?:knee|waist|chest|head) high|(?:double )?overhead/
        let wind = /glassy|(?:offshore|onshore|cross-shore) \d+kts|[NESW]{1,3} \d+(?:kts|mph)/
        #expect(Self.sessions.compactMap(\.height).allSatisfy { $0.wholeMatch(of: height) != nil })
        #expect(Self.sessions.compactMap(\.period).allSatisfy { $0.wholeMatch(of: /\d+s/) != nil })
        #expect(Self.sessions.compactMap(\.wind).allSatisfy { $0.wholeMatch(of: wind) != nil })
        #expect(Self.sessions.allSatisfy { !$0.fields.joined().contains(/[\t\r\n]/) })
    }

    @Test(arguments: [\SeedEntry.height, \.period, \.wind])
    func `a few fields are blank`(field: any KeyPath<SeedEntry, String?> & Sendable) {
        let blank = Self.sessions.filter { $0[keyPath: field] == nil }.count
        #expect((25...300).contains(blank))
    }

    @Test func `some places have non-ASCII names`() {
        let places = Set(Self.sessions.map(\.location).filter { !$0.utf8.allSatisfy { $0 < 0x80 } })
        #expect(places.count >= 4)
        #expect(places.contains("Máncora"))
    }

    static func correlation(_ one: [Double], _ other: [Double]) -> Double {
        let (meanOne, meanOther) = (mean(one), mean(other))
        let joint = zip(one, other).map { ($0 - meanOne) * ($1 - meanOther) }.reduce(0, +)
        let squares = { (numbers: [Double], mean: Double) in numbers.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) }
        return joint / (squares(one, meanOne) * squares(other, meanOther)).squareRoot()
    }
}
