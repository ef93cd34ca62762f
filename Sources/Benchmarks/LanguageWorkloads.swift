import Foundation
import SurfLanguage

/// Parsing of lines as typed after `add`, with many known places.
struct LanguageWorkloads {
    private let reader: SentenceReader

    static func run(_ options: Options, _ report: (ReportRow) -> Void) {
        let named: [(name: String, run: (LanguageWorkloads) -> (Options) -> [Double])] = [
            ("sentence of 200 characters", sentences), ("random words of 200 characters", randomWords),
        ]
        let wanted = named.filter { options.wants($0.name) }
        if wanted.isEmpty { return }
        let workloads = LanguageWorkloads()
        for workload in wanted {
            let times = workload.run(workloads)(options)
            report(ReportRow(workload.name + ", median", amount: Measurement.median(times), unit: "µs", target: 1_000))
            report(ReportRow(workload.name + ", slowest", amount: times.max() ?? 0, unit: "µs", target: 1_000))
        }
    }

    private init() {
        let words = ["Ocean", "Sunset", "Black", "Long", "Secret", "North", "South", "Flat", "Low", "Crystal"]
        let kinds = ["Beach", "Point", "Reef", "Cove", "Jetty", "Pier", "Street", "Bay", "Ledge", "Rivermouth"]
        let places = (0..<20_000).map { "\(words[$0 % 10])\($0 / 1_000) \(kinds[$0 / 10 % 10]) \($0 / 100 % 10)" }
        let dates = DateReader(now: 811_010_000, zone: TimeZone(identifier: "America/Los_Angeles") ?? .gmt)
        reader = SentenceReader(dates: dates, places: KnownPlaces(["Malibu", "Rincon"] + places))
    }

    /// A plausible line that is understood.
    private func sentences(_ options: Options) -> [Double] {
        let line =
            "yesterday 6am Malibu 4-6ft 14s offshore glassy ****, low tide rising, 12 waves, 90 min, 8 people out, on the 5'10"
            + " twin, paddled out at the north end where it was breaking best until the wind came up"
        return (0..<options.rounds * 20).map { _ in microseconds(line) }
    }

    /// Words of the language in random order. Most lines are refused with suggestions.
    private func randomWords(_ options: Options) -> [Double] {
        let words = LanguageWorkloads.words
        return (0..<options.rounds * 20).map { round in
            var line = ""
            var index = round
            while line.utf8.count < 190 {
                line += words[index % words.count] + " "
                index += round * 7 + line.utf8.count
            }
            return microseconds(line)
        }
    }

    private static let words =
        [
            "yesterday", "sat", "4/5", "7am", "8", "at", "on", "the", "last", "ago", "3", "days", "4ft", "4-6", "@",
            "14s",
            "offshore", "glassy", "NW", "15kts", "swell", "290", "****", "low", "tide", "rising", "63F", "water", "90",
            "min", "waves", "12", "people", "out", "rode", "my", "5'10", "twin", "malibu", "Flat7", "Reef", "sunset",
            "so",
            "fun", "with", "Kai", ",", ";", ":", "-", "(", "hace", "dias", "waist", "to", "chest", "high", "noon", "2h",
        ]

    /// The fastest of five runs, to exclude other load on the machine.
    private func microseconds(_ line: String) -> Double {
        let times = (0..<5).map { _ in
            let start = ContinuousClock.now
            _ = try? reader.read([line])
            return start.duration(to: .now) / .microseconds(1)
        }
        return times.min() ?? 0
    }
}
