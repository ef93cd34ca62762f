import Foundation

/// The time zone that dates are read and shown in.
///
/// `TimeZone.current` tells it too, but reads all of the environment for it, and takes a name that it does not know for
/// none.
struct LocalZone: Equatable, Sendable {
    let zone: TimeZone
    /// What `TZ` says where that is no zone here: the zone is UTC then, as for other programs.
    let unknownName: String?

    init(zone: TimeZone) { (self.zone, unknownName) = (zone, nil) }

    /// - Parameter variable: `TZ`, a zone's name or the path of its file, behind a colon or not; the zone is the machine's
    ///   where it is unset or empty.
    init(_ variable: String?) {
        let name = variable.map { $0.hasPrefix(":") ? String($0.dropFirst()) : $0 } ?? ""
        if name.isEmpty {
            (zone, unknownName) = (LocalZone.zone(ofFile: "/etc/localtime") ?? .current, nil)
        } else if let known = name.hasPrefix("/") ? LocalZone.zone(ofFile: name) : TimeZone(identifier: name) {
            (zone, unknownName) = (known, nil)
        } else {
            (zone, unknownName) = (.gmt, variable)
        }
    }

    /// The zone whose rules are in a file, which is known by its name among the system's.
    private static func zone(ofFile path: String) -> TimeZone? {
        guard let path = realpath(path, nil) else { return nil }
        defer { free(path) }
        guard let name = strstr(path, zoneFolder) else { return nil }
        return TimeZone(identifier: String(cString: name + zoneFolder.utf8.count))
    }

    private static let zoneFolder = "/zoneinfo/"
}
