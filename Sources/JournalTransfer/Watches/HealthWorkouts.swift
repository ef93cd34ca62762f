import SurfLanguage

/// The workouts in Apple Health's `export.xml`, which has gigabytes of other records.
///
/// The hours of a workout are those of the phone that made the export; `HKTimeZone` says where it was.
struct HealthWorkouts: ImportRecordReader {
    private var pieces = XMLPieces(skipsDeclaration: true, wanted: HealthWorkouts.outside)
    private var record: ImportRecord?

    let program = "an export of Apple Health"

    /// An export begins with megabytes of heart rates, in which there is no workout.
    var examples: [ImportRecord] {
        let members = [
            ("workout type", "HKWorkoutActivityTypeSurfingSports"), ("start", "2025-01-02 07:00:00 -0800"),
            ("end", "2025-01-02 08:30:00 -0800"), ("duration", "90 min"), ("time zone", "America/Los_Angeles"),
            ("water temperature", "15C"),
        ]
        return [ImportRecord(line: 1, members: members.map { (name: $0.0, value: $0.1) })]
    }

    /// The elements whose attributes are read, outside and within a workout.
    private static let outside: Set<String> = ["Workout"]
    private static let inside: Set<String> = ["MetadataEntry", "WorkoutStatistics"]

    static func recognizes(_ text: String) -> Bool {
        text.contains("<!DOCTYPE HealthData") || text.contains("<HealthData")
    }

    mutating func append(_ bytes: ArraySlice<UInt8>) { pieces.append(bytes) }

    mutating func finish() { pieces.finish() }

    mutating func next() throws(ImportError) -> ImportRecord? {
        do throws(XMLBreak) {
            while let piece = try pieces.next() {
                switch piece {
                case .start("Workout", let attributes): start(attributes)
                case .start("MetadataEntry", let attributes): add(metadata: attributes)
                case .start("WorkoutStatistics", let attributes): add(statistics: attributes)
                case .end("Workout"):
                    defer { record = nil }
                    pieces.wanted = HealthWorkouts.outside
                    if let record { return record }
                default: continue
                }
            }
            return nil
        } catch {
            throw .track(line: pieces.line, TrackBreak(error))
        }
    }

    private mutating func start(_ attributes: [String: String]) {
        pieces.wanted = HealthWorkouts.inside
        var record = ImportRecord(line: pieces.line)
        record.add("workout type", attributes["workoutActivityType"])
        record.add("start", attributes["startDate"])
        record.add("end", attributes["endDate"])
        if let duration = attributes["duration"] {
            record.add("duration", "\(duration) \(attributes["durationUnit"] ?? "min")")
        }
        self.record = record
    }

    private mutating func add(metadata attributes: [String: String]) {
        guard attributes["key"] == "HKTimeZone", record?.value("time zone").isEmpty == true else { return }
        record?.add("time zone", attributes["value"])
    }

    private mutating func add(statistics attributes: [String: String]) {
        guard attributes["type"] == "HKQuantityTypeIdentifierWaterTemperature", let average = attributes["average"]
        else { return }
        let unit = attributes["unit"] == "degF" ? "F" : "C"
        if record?.value("water temperature").isEmpty == true { record?.add("water temperature", average + unit) }
    }
}
