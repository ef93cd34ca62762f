import Journal
import JournalInsight
import TidesAndLight

/// Refusals about tables of tide stations, and about places without tides.
extension Refusal {
    /// No table is installed.
    static let noTideTable = Refusal(
        .failure,
        "There are no tides, because the table of tide stations is missing. Install the Debian package xtide-data, or name a TCD file: surfjournal config tides FILE.",
        .silent)

    init(_ error: TideFileError) {
        switch error {
        case .missing(let path):
            self = Refusal(
                .notFound, "There is no file \(TerminalSafe.text(path)), which should be the table of tide stations.",
                .silent)
        case .unreadable(let path, let code):
            self = .failure(
                "\(TerminalSafe.text(path)) cannot be read: \(Messages.systemError(code)).", .silent)
        case .notUsable(let path, let error):
            self = .badData(
                "\(TerminalSafe.text(path)) is not a usable table of tide stations: \(Messages.problem(error)).",
                .silent)
        }
    }

    init(_ error: TideTableError) {
        self = Refusal(.badData, "The table of tide stations cannot be used: \(Messages.problem(error)).", .silent)
    }

    static func noPlaceCoordinates(_ place: String) -> Refusal {
        .usage(Messages.noCoordinates(of: TerminalSafe.text(place)))
    }

    /// No place has coordinates or a station.
    static let noSea = Refusal.usage(
        "No place has coordinates yet. Set them with: surfjournal spots set PLACE --at LATITUDE,LONGITUDE, or name a station with --station. 'surfjournal spots set' lists those that are known."
    )

    static func noStation(_ name: String) -> Refusal {
        .notFound("There is no tide station '\(TerminalSafe.text(name))'. A part of its name is enough.")
    }

    static func stationOfCurrents(_ name: String) -> Refusal {
        .usage("\(TerminalSafe.text(name)) is a station of currents, which has no heights.")
    }

    static func severalStations(_ names: [String], count: Int) -> Refusal {
        let shown = names.map { TerminalSafe.text($0) }.joined(separator: "; ")
        let more = count > names.count ? "; and \(Messages.grouped(count - names.count)) more" : ""
        return .usage(
            "That is part of the names of \(Messages.grouped(count)) stations: \(shown)\(more). Type more of one.")
    }

    /// A date outside the years of the table.
    static func noTidesThen(_ years: ClosedRange<Int>) -> Refusal {
        .usage("The table of tide stations has the years \(years.lowerBound) to \(years.upperBound).")
    }
}

extension Messages {
    /// What is wrong with a table, as the end of a sentence.
    static func problem(_ error: TideTableError) -> String {
        switch error {
        case .notATable: "it is not a TCD file"
        case .version(let number): "it is a TCD file of version \(number), and only version 2 can be read"
        case .tooLarge: "it has more than \(TideTable.largest >> 20) MiB"
        case .damaged(let part): "it is damaged (\(TerminalSafe.text(part)))"
        }
    }
}
