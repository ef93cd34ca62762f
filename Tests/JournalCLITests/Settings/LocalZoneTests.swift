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
}
