import Foundation
import SurfLanguage

/// Where observations come from: a station, or a weather model at a position.
package struct ObservationSource: Hashable, Sendable {
    /// The station's ID, such as `46221`, or the model's name.
    package let name: String
    /// Where it is; nil if it is not known.
    package var position: Coordinates?
    /// Whether a model computed the values, so that whatever was measured counts before them.
    package let isModel: Bool

    init(name: String, position: Coordinates? = nil, isModel: Bool = false) {
        (self.name, self.position, self.isModel) = (name, position, isModel)
    }

    /// The station whose file has this name: the ID of a buoy before the ending or the year, such as `46221h2019.txt.gz`, the
    /// seven digits of a tide station, or else the whole name.
    init(file path: String) {
        let name = URL(fileURLWithPath: path).lastPathComponent
        let stem = name.prefix { $0 != "." }
        if let tides = stem.split(whereSeparator: { !$0.isNumber }).first(where: { $0.count == 7 }) {
            self.init(name: String(tides))
        } else if let buoy = stem.wholeMatch(of: /([0-9A-Za-z]{5})([A-Za-z][0-9]{4}|[0-9a-c][0-9]{4})?/) {
            self.init(name: buoy.1.uppercased())
        } else {
            self.init(name: name)
        }
    }

    package static func == (left: ObservationSource, right: ObservationSource) -> Bool {
        (left.name, left.position, left.isModel) == (right.name, right.position, right.isModel)
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// Why a file of observations is not read.
package enum ObservationError: Error {
    /// No header with a date and a column that can fill a field.
    case noHeader
    /// A line, counted from 1, whose date or numbers cannot be read.
    case line(Int)
    /// A line, counted from 1, with more bytes than `ObservationReader.longestLine`.
    case lineTooLong(Int)
    /// A JSON document that is not one of observations, or that lists of different lengths.
    case json
    /// A JSON document with more bytes than `ObservationReader.largestJSON`, or too many values.
    case tooLarge
    /// The file cannot be read or unpacked.
    case file(ImportError)
}
