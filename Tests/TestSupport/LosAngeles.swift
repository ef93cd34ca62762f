import Foundation
package import SurfLanguage

/// A parser whose clock is set to Saturday 2026-09-12 12:34:56.5 in Los Angeles.
package func losAngeles(now: String = "2026-09-12T12:34:56.5-07:00", order: DateOrder? = nil) -> DateReader {
    // Forced, because the zone is a literal and tests pass valid moments.
    let zone = TimeZone(identifier: "America/Los_Angeles")!
    let open = DateReader(now: .infinity, zone: zone)
    return DateReader(now: try! open.date(now), zone: zone, order: order)
}
