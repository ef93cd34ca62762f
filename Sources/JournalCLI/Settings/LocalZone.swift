import Foundation

/// The time zone in which dates are parsed and shown.
///
/// `TimeZone.current` would work too, but it reads the whole environment and ignores an unknown name.
struct LocalZone: Equatable, Sendable {
    let zone: TimeZone
    /// The value of `TZ` if that is not a known zone. The zone is then UTC, as in other programs.
    let unknownName: String?

    init(zone: TimeZone) { (self.zone, unknownName) = (zone, nil) }

    /// - Parameter variable: The value of `TZ`: a zone's name, the path of its file, or a zone in the form of POSIX,
    ///   optionally after a colon. If it is nil or empty, the machine's zone is used.
    init(_ variable: String?) {
        let name = variable.map { $0.hasPrefix(":") ? String($0.dropFirst()) : $0 } ?? ""
        if name.isEmpty {
            (zone, unknownName) = (LocalZone.zone(ofFile: "/etc/localtime") ?? .current, nil)
        } else if let known = name.hasPrefix("/") ? LocalZone.zone(ofFile: name) : LocalZone.zone(named: name) {
            (zone, unknownName) = (known, nil)
        } else {
            (zone, unknownName) = (.gmt, variable)
        }
    }

    /// The zone with an IANA name, or in the form of POSIX. Foundation reads the sign in `UTC+8` the other way.
    private static func zone(named name: String) -> TimeZone? {
        let isKnown = FileManager.default.fileExists(atPath: "/usr/share" + zoneFolder + name)
        if !isKnown, let posix = PosixZone(name) {
            return posix.zone(in: Calendar(identifier: .gregorian).component(.year, from: Date()))
        }
        return TimeZone(identifier: name)
    }

    /// The zone of a time zone file, named by the file's path in the system's zone directory.
    private static func zone(ofFile path: String) -> TimeZone? {
        guard let path = realpath(path, nil) else { return nil }
        defer { free(path) }
        guard let name = strstr(path, zoneFolder) else { return nil }
        return TimeZone(identifier: String(cString: name + zoneFolder.utf8.count))
    }

    private static let zoneFolder = "/zoneinfo/"
}
