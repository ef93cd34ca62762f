/// The offsets of abbreviated zones, as programs write them after a time: `7:10 AM PDT`. Each states whether it is summer
/// time, so that there is no doubt, unless several coasts use the same letters: these are not read.
enum ZoneAbbreviation {
    /// The offset as `-07:00`.
    static func offset(_ name: some StringProtocol) -> String? {
        guard let hours = all[name.uppercased()] else { return nil }
        let minutes = Int((abs(hours) * 60).rounded())
        let (whole, rest) = (minutes / 60, minutes % 60)
        return "\(hours < 0 ? "-" : "+")\(whole < 10 ? "0" : "")\(whole):\(rest < 10 ? "0" : "")\(rest)"
    }

    private static let all: [String: Double] = [
        "PDT": -7, "PST": -8, "MDT": -6, "MST": -7, "CDT": -5, "EDT": -4, "EST": -5, "HST": -10, "AKDT": -8,
        "AKST": -9, "ADT": -3, "BRT": -3, "ART": -3, "CLT": -4, "CLST": -3, "PET": -5, "WEST": 1, "WET": 0, "CET": 1,
        "CEST": 2, "MEZ": 1, "MESZ": 2, "EET": 2, "EEST": 3, "SAST": 2, "AEST": 10, "AEDT": 11, "ACST": 9.5,
        "ACDT": 10.5,
        "AWST": 8, "NZST": 12, "NZDT": 13, "JST": 9, "WIB": 7, "WITA": 8, "WIT": 9, "GMT": 0, "UTC": 0,
    ]
}
