/// Journals for the tests of tide and light.
enum Sea {
    /// A journal with five sessions at Rincon, whose coordinates are known, and one at a place without coordinates.
    static func sandbox() throws -> Sandbox {
        let sandbox = try Sandbox.empty()
        for sentence in [
            "2020-09-12 07:00: Rincon, 4ft, offshore, ****", "2020-09-13 17:00: Rincon, 3ft, onshore, ***",
            "2020-09-14 12:30: Rincon, 3ft, ****", "2020-01-15 07:10: Rincon, 5ft", "2020-06-15 23:30: Rincon",
            "2020-06-16 10:00: Topanga",
        ] {
            guard try sandbox.run("add", sentence).code == 0 else { throw SandboxError(errors: sentence) }
        }
        try sandbox.run("spots", "set", "Rincon", "--at", "34.374,-119.476")
        return sandbox
    }

    static let station = "Rincon Island, Mussel Shoals, Santa Barbara Channel, California"
    static let table = "/usr/share/xtide/harmonics-dwf-20191229-free.tcd"
}
