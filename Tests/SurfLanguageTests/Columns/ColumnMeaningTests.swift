import SurfLanguage
import TestSupport
import Testing

/// Headers of tables in five languages and their meanings.
struct ColumnMeaningTests {
    private typealias Target = ColumnMeaning.Target

    private static func whole(_ field: EntryField) -> ColumnMeaning.Target { .field(field, .whole) }

    static let headers: [(String, ColumnMeaning.Target)] = [
        ("Date", whole(.date)), ("Datum", whole(.date)), ("Fecha", whole(.date)), ("Data", whole(.date)),
        ("Date and Time", whole(.date)), ("Date/Time", whole(.date)), ("Session Date", whole(.date)),
        ("Marca temporal", whole(.date)), ("Carimbo de data/hora", whole(.date)), ("Created time", whole(.date)),
        ("Spot", whole(.location)), ("Surf Break", whole(.location)), ("Beach", whole(.location)),
        ("Plage", whole(.location)), ("Praia", whole(.location)), ("Lugar", whole(.location)),
        ("Ort", whole(.location)),
        ("spotName", whole(.location)), ("Nombre del spot", whole(.location)), ("Nome da praia", whole(.location)),
        ("Wave Height [ft]", whole(.height)), ("Höhe (m)", whole(.height)), ("Wellenhöhe", whole(.height)),
        ("Hauteur des vagues", whole(.height)), ("Altura de las olas (m)", whole(.height)), ("Size", whole(.height)),
        ("wave_height_ft", whole(.height)), ("waveHeightFt", whole(.height)), ("Waves (ft)", whole(.height)),
        ("Min Height (ft)", .field(.height, .low)), ("Hauteur max (m)", .field(.height, .high)),
        ("Period (s)", whole(.period)), ("Periode", whole(.period)), ("Período", whole(.period)),
        ("Wind", whole(.wind)), ("Wind Speed (kts)", whole(.wind)), ("Windrichtung", .field(.wind, .direction)),
        ("Dirección del viento", .field(.wind, .direction)), ("Wind (°)", .field(.wind, .direction)),
        ("Rating (1-10)", whole(.rating)), ("Stars", whole(.rating)), ("Bewertung", whole(.rating)),
        ("Avaliação", whole(.rating)), ("Score /10", whole(.rating)), ("Rating out of 5", whole(.rating)),
        ("Comments", whole(.notes)), ("Bemerkungen", whole(.notes)), ("Observações", whole(.notes)),
        ("Buddies", .field(.notes, .companions)), ("Amis", .field(.notes, .companions)),
        ("Wave Count", whole(.waves)), ("# waves", whole(.waves)), ("Nombre de vagues", whole(.waves)),
        ("Time in Water", whole(.duration)), ("Elapsed Time", whole(.duration)), ("Duración", whole(.duration)),
        ("duration_min", whole(.duration)), ("Time (s)", whole(.duration)), ("Dauer (h:mm)", whole(.duration)),
        ("Swell", .field(.swellHeight, .swell)), ("Swell [m]", whole(.swellHeight)),
        ("Swell Period [s]", whole(.swellPeriod)), ("Swell Dir (°)", whole(.swellDirection)),
        ("Wasser °C", whole(.waterTemperature)), ("Température de l'eau", whole(.waterTemperature)),
        ("Water Temp", whole(.waterTemperature)), ("Planche", whole(.board)), ("Surfboard", whole(.board)),
        ("Marée", whole(.tide)), ("Crowd", whole(.crowd)), ("Time Zone", whole(.timeZone)),
        ("📍 Spot", whole(.location)), ("🌊 Height (ft)", whole(.height)), ("⭐ Rating", whole(.rating)),
        ("⏱️ Duration", whole(.duration)), ("🌡️ Water (°F)", whole(.waterTemperature)),
        ("¿Dónde?", whole(.location)), ("¿Cuántas olas?", whole(.waves)), ("Where did you surf?", whole(.location)),
        ("How long?", whole(.duration)), ("Wie lange?", whole(.duration)), ("Total Time", whole(.duration)),
        ("¿Con quién?", .field(.notes, .companions)), ("Windstärke (Bft)", whole(.wind)),
        ("Hoehe (m)", whole(.height)), ("Wellenhoehe", whole(.height)), ("Activity Type", .activity),
        ("Sportart", .activity), ("id", .id),
    ]

    @Test(arguments: headers)
    func `a header is recognized by its words`(header: String, target: ColumnMeaning.Target) {
        #expect(ColumnMeaning.of(header: header).first?.target == target)
    }

    @Test(arguments: [
        "Longest Ride", "Top Speed", "Longest Wave (m)", "Elevation Gain", "Max Heart Rate", "Session ID",
        "Activity ID",
        "Air Temperature", "Distance (km)", "Moving Time (h)x", "Calories", "", "()", "Height (s)", "Water (kts)",
        "Favorit", "Höhenmeter", "Elevation Gain (m)", "Max HR", "Min Temp", "🌊", "Altitude max.", "Total Ascent",
        "Athlete Weight",
        "Photos?",
    ])
    func `a header with a word of another meaning is not recognized`(header: String) {
        #expect(ColumnMeaning.of(header: header).isEmpty)
    }

    @Test func `a header that is too long is not read`() {
        #expect(ColumnMeaning.of(header: String(repeating: "wave ", count: 100_000)).isEmpty)
    }

    @Test(arguments: headers)
    func `the header written to rejects is read with the same meaning`(header: String, target: ColumnMeaning.Target)
        throws
    {
        let meaning = try #require(ColumnMeaning.of(header: header).first)
        let again = ColumnMeaning.of(header: meaning.header)
        let isField = again.isEmpty && EntryField(name: meaning.name) != nil
        #expect(isField || again.contains { $0.target == meaning.target && $0.note == meaning.note })
    }

    static let cells: [(String, String, String)] = [
        ("Date", "45912.270833", "2025-09-12 06:30"), ("Date", "45912,5", "2025-09-12 12:00"),
        ("Date", "45912", "2025-09-12"), ("Date", "12345", "12345"),
        ("Timestamp", "1757745000", "2025-09-13T06:30:00Z"), ("Timestamp", "1757745000000", "2025-09-13T06:30:00Z"),
        ("Height (m)", "1,5", "1,5m"), ("Height (m)", "0,8-1,2", "0,8-1,2m"), ("Height (cm)", "120", "120cm"),
        ("Height (m)", "4ft", "4ft"), ("Height (m)", "waist high", "waist high"), ("Period", "13", "13s"),
        ("Wind (mph)", "3", "3mph"), ("Wind (km/h)", "SW 15", "SW 15km/h"), ("Wind (kts)", "glassy", "glassy"),
        ("Rating (1-10)", "8", "4"), ("Rating", "4.0", "4"), ("Rating", "★★★", "3"),
        ("Rating (GUT=4)", "gut", "4"),
        ("Duration (s)", "5,400", "90.0 min"), ("Duration (hrs)", "1,5", "1.5h"), ("Duration", "1:30", "90.0 min"),
        ("Duration", "0:45:30", "45.5 min"), ("Duration (mm:ss)", "92:30", "92.5 min"), ("Duration", "1:75", "1:75"),
        ("Water (°F)", "57", "57°F"), ("Water °C", "17,5", "17.5°C"), ("Water (°C)", "62F", "62F"),
        ("Waves", "12.0", "12"), ("Waves", "-", ""), ("Wind", "--", ""), ("Notes", "-", "-"), ("Place", "--", "--"),
        ("Date", "9/12/2025 6:30 → 8:00", "9/12/2025 6:30"), ("Date", "13.09.2025 06.30", "13.09.2025 06:30"),
        ("Date", "13. 9.25", "13. 9.25"), ("Date", "13/9/2025 6:30 p. m.", "13/9/2025 6:30 pm"),
        ("Date", "September 13, 2025 6:30 AM (GMT+1)", "September 13, 2025 6:30 AM +01:00"),
        ("Date", "2025-09-13 (dawn)", "2025-09-13 (dawn)"), ("Duration", "00:48:12,4", "48.206667 min"),
        ("Duration", "1:20 h", "80.0 min"),
        ("Duration (mm:ss)", "1:20 Std", "80.0 min"), ("Duration", "PT1H20M", "1H20M"),
        ("Wind (Bft)", "3-4", "3-4Bft"), ("Wind (kts)", "3 Bft", "3 Bft"), ("Height (ft)", "3/4", "3-4ft"),
        ("Height (ft)", "4/3", "4/3"), ("Height", "1m20", "1.20m"), ("Height", "1 m 05", "1.05m"),
        ("Height", "1m2", "1m2"),
        ("Date", "September 13, 2025 6:30:05 PM PDT", "September 13, 2025 18:30:05 -07:00"),
        ("Period", "12 / 14", "12-14s"), ("Height (m)", "2 1/2", "2 1/2"),
    ]

    @Test(arguments: cells)
    func `a cell is completed and converted according to its header`(header: String, cell: String, text: String) throws
    {
        let meaning = try #require(ColumnMeaning.of(header: header).first)
        #expect(meaning.text(of: cell) == text)
    }

    @Test(arguments: [
        ("06.30", "06:30"),
        ("7,15", "7:15"),
        ("7.15 Uhr", "7:15 Uhr"),
        ("6:30\u{202F}p. m.", "6:30\u{202F}pm"),
        ("06h30min", "06h30"),
        ("7:30 h", "7:30"),
        ("630", "6:30"),
        ("0730", "7:30"),
        ("2575", "2575"),
        ("0,270833333", "6:30"),
        ("1899-12-30 06:30:00", "06:30:00"),
        ("06:30-08:00", "06:30 - 08:00"),
        ("18.30-20.00", "18:30 - 20:00"),
        ("--", ""),
    ])
    func `a time in its own column is converted to the form of dates`(cell: String, text: String) throws {
        let meaning = try #require(ColumnMeaning.of(header: "Time").first { $0.target == .field(.date, .time) })
        #expect(meaning.text(of: cell) == text)
    }

    static let durations: [([String], String)] = [
        (["1.5", "2", "0,75"], "h"), (["1.5", "90"], ""), (["0"], ""), ([], ""), (["45:00", "1:10:00"], "mm:ss"),
        (["1:30", "0:45"], ""), (["1:30", "45:00"], ""), (["90 min"], ""), (["1:20 h"], ""),
    ]

    @Test(arguments: durations)
    func `the cells of a duration column decide its unit if the header does not`(cells: [String], note: String) throws {
        var meaning = try #require(ColumnMeaning.of(header: "Duration").first)
        meaning.noteDurations(cells)
        #expect(meaning.note.text == note)
    }

    @Test(arguments: [(["79", "81"], "°F"), (["17", "19"], ""), (["79F"], ""), (["17", "63"], ""), ([], "")])
    func `temperatures too high for a sea in Celsius are taken as Fahrenheit`(cells: [String], note: String)
        throws
    {
        var meaning = try #require(ColumnMeaning.of(header: "Water").first)
        meaning.noteTemperatures(cells)
        #expect(meaning.note.text == note)
    }

    @Test(arguments: [
        ("1.2 m / 11 s / WSW", [1.2, 11, 247.5]), ("1,2m/11s/W", [1.2, 11, 270]),
        ("4ft, 12s, 200°", [1.2192, 12, 200]),
        ("5.2ft @ 14s WNW 292°", [1.58496, 14, 292]), ("WNW 14s", [14, 292.5]), ("1.4m 11s", [1.4, 11]),
        ("3ft", [0.9144]),
    ])
    func `a swell cell has up to three values`(cell: String, numbers: [Double]) throws {
        let found = try #require(SwellCell.values(cell))
        let values = found.compactMap { if case .number(let number) = $0.value { number } else { nil } }
        #expect(values.count == numbers.count && zip(values, numbers).allSatisfy { abs($0 - $1) < 0.001 })
    }

    @Test(arguments: ["", "/", "3/4ft", "big", "3.4", "5ft 14s O", "5ft 14s WNW yesterday"])
    func `a cell that is not exactly a swell is not read as one`(cell: String) {
        #expect(SwellCell.values(cell) == nil)
    }

    @Test(
        arguments: [
            ("25/03/2024", DateOrder.dmy), ("03/25/2024", .mdy), ("03/02/2024", nil), ("Sat 03/08/2024", .dmy),
            ("2024-03-25", nil), ("25.03.2024", nil), ("13/14/2024", nil), ("25 March 2024", nil), ("12/31", .mdy),
        ] as [(String, DateOrder?)])
    func `a date shows the order of day and month if only one is possible`(text: String, order: DateOrder?) {
        #expect(losAngeles().order(in: text) == order)
    }
}
