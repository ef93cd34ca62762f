import Foundation
import Testing

@testable import JournalCLI

struct LocalZoneTests {
    @Test(arguments: ["Europe/Berlin", ":Europe/Berlin", "/usr/share/zoneinfo/Europe/Berlin"])
    func `a zone is named as it is, behind a colon, or by its file`(variable: String) {
        let local = LocalZone(variable)
        #expect(local.zone.identifier == "Europe/Berlin")
        #expect(local.unknownName == nil)
    }

    @Test(arguments: ["Nowhere/Else", ":Nowhere", "/etc/hostname", "/no/such/file"])
    func `what names no zone is UTC, and kept to be told`(variable: String) {
        let local = LocalZone(variable)
        #expect(local.zone.secondsFromGMT() == 0)
        #expect(local.unknownName == variable)
    }

    @Test func `without a name the zone is the machine's`() {
        #expect(LocalZone(nil).unknownName == nil)
        #expect(LocalZone(nil) == LocalZone(""))
    }
}
