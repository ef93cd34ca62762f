/// What the program computes and fills in about the sea, on a journal of one place with coordinates.
struct SeaWorkloads {
    private let options: Options
    private let folder: ProgramFolder

    static func run(_ options: Options, _ report: (ReportRow) -> Void) throws {
        let (tides, fill) = ("stats --by tide", "fill, observations")
        if ![tides, fill].contains(where: options.wants) { return }
        try ProgramFolder.run(options) { folder in
            let workloads = SeaWorkloads(options: options, folder: folder)
            if options.wants(tides) {
                try workloads.makeJournal(options.entries)
                report(try folder.measured(tides) { try folder.surf(["stats", "--by", "tide"]) })
            }
            if options.wants(fill) {
                try workloads.makeJournal(max(1, options.entries / 50))
                try workloads.writeObservations()
                report(try folder.measured(fill) { try folder.surf(["fill", folder.path("46221.txt"), "--dry-run"]) })
            }
        }
    }

    /// The first second of 2015, and about ten years.
    private static let (start, span) = (1_420_070_400, 315_000_000)

    /// A journal with sessions of ten years at one place.
    private func makeJournal(_ count: Int) throws {
        try folder.write("Sessions.csv", header: "date,location,rating\n", lines: count) { index in
            let date = ProgramFolder.time(SeaWorkloads.start + index * (SeaWorkloads.span / count))
            return "\(date),Malibu,\(index % 5 + 1)\n"
        }
        _ = try folder.importNew("Sessions.csv")
        try folder.surf(["spots", "set", "Malibu", "--at", "34.03,-118.68"])
    }

    /// Observations, one every five minutes: fifty for each session.
    private func writeObservations() throws {
        let header = "#YY MM DD hh mm WDIR WSPD GST WVHT DPD APD MWD PRES ATMP WTMP\n"
        try folder.write("46221.txt", header: header, lines: options.entries) { index in
            ProgramFolder.time(SeaWorkloads.start + index * 300, "%04d %02d %02d %02d %02d")
                + " 290 7.0 9.0 1.\(index % 10) 14 6.5 282 1013.0 15.1 16.3\n"
        }
    }
}
