import Foundation
import Persistence

extension JournalEntry {

    func stringForDate() -> String {
        let dateFormatter = DateFormatter()
        dateFormatter.dateStyle = .short
        // Linux: a fixed locale and zone, so that the output can be compared.
        dateFormatter.locale = Locale(identifier: "en_US_POSIX")
        dateFormatter.timeZone = TimeZone(secondsFromGMT: 0)
        if let date = date {
            return dateFormatter.string(from: date as Date)
        } else {
            return ""
        }
    }

    func csv() -> String {
        let coalescedHeight = height ?? ""
        let coalescedPeriod = period ?? ""
        let coalescedWind = wind ?? ""
        let coalescedLocation = location ?? ""
        let coalescedRating: String
        if let rating = rating?.int32Value {
            coalescedRating = String(rating)
        } else {
            coalescedRating = ""
        }

        return "\(stringForDate()),\(coalescedHeight),\(coalescedPeriod),\(coalescedWind),"
            + "\(coalescedLocation),\(coalescedRating)\n"
    }
}
