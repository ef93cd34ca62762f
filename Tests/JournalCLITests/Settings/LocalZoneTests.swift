import Foundation
import Testing

@testable import JournalCLI

struct LocalZoneTests {
    @Test(arguments: ["Europe/Berlin", ":Europe/Berlin", "/usr/share/zoneinfo/Europe/Berlin"])
    func `a zone can be given by name, with a colon, or by its file`(variable: String) {
        let local = LocalZone(variable)
        #expect(local.zone.identifier == "Europe/Berlin")
        #expect(local.unknownName == nil)
    }

    @Test(arguments: ["Nowhere/Else", ":Nowhere", "/etc/hostname", "/no/such/file"])
    func `an unknown zone becomes UTC and its name is kept for the message`(variable: String) {
        let local = LocalZone(variable)
        #expect(local.zone.secondsFromGMT() == 0)
        #expect(local.unknownName == variable)
    }

    @Test func `without a name the zone is the machine's`() {
        #expect(LocalZone(nil).unknownName == nil)
        #expect(LocalZone(nil) == LocalZone(""))
    }

    @Test(arguments: [
        ("UTC+8", -8.0, -8.0), ("UTC-8", 8, 8), ("EST5", -5, -5), ("JST-9", 9, 9), ("<+0330>-3:30", 3.5, 3.5),
        ("CET-1CEST", 1, 2), ("CET-1CEST,M3.5.0,M10.5.0/3", 1, 2), ("PST8PDT", -8, -7),
        ("AEST-10AEDT,M10.1.0,M4.1.0/3", 11, 10),
    ])
    func `a zone in the form of POSIX is read as date reads it`(variable: String, january: Double, july: Double) {
        let local = LocalZone(variable)
        #expect(local.unknownName == nil)
        for (month, hours) in [(1, january), (7, july)] {
            let components = DateComponents(timeZone: .gmt, year: 2027, month: month, day: 15, hour: 12)
            let date = Calendar(identifier: .gregorian).date(from: components) ?? .distantPast
            #expect(Double(local.zone.secondsFromGMT(for: date)) == hours * 3600, "\(month)")
        }
    }

    @Test(arguments: ["UTC+", "X8", "CET-1CEST,M13.5.0,M10.5.0", "CET-1CEST,nonsense", "EST5:99", "EST999"])
    func `what is no zone of POSIX is unknown`(variable: String) {
        #expect(LocalZone(variable).unknownName == variable)
    }
}
