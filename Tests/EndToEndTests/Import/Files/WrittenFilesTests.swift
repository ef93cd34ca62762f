import Foundation
import Testing

/// Files as surfers have them: exports of watches and phones, spreadsheets, other diaries.
struct WrittenFilesTests {
    @Test func `all files are found`() {
        #expect(WrittenFile.all.count >= 35)
    }

    /// Prints a table of all files, and tolerates refusals with help, but nothing that is stored wrong.
    @Test func `most files are read as they are, none wrong, and every refusal names a command that works`() throws {
        var counts = (right: 0, helped: 0, refused: 0, wrong: 0)
        for file in WrittenFile.all {
            let verdict = try WrittenFileVerdict(file)
            switch verdict {
            case .right: counts.right += 1
            case .refusedWithCommand: counts.helped += 1
            case .refusedWithout: counts.refused += 1
            case .wrong: counts.wrong += 1
            }
            print("\(file.file): \(verdict)")
        }
        print(
            "\(counts.right) right, \(counts.helped) refused with a command, \(counts.refused) without, \(counts.wrong) wrong"
        )
        #expect(counts.refused == 0)
        #expect(counts.wrong == 0)
        #expect(counts.right * 4 >= WrittenFile.all.count * 3)
    }

    @Test func `workouts are read that come after megabytes of other records`() throws {
        let sandbox = try Sandbox.empty()
        let record = "<Record type=\"HKQuantityTypeIdentifierHeartRate\" value=\"72\"/>\n"
        let workouts = ["SurfingSports", "Running"].enumerated().map { day, sport in
            "<Workout workoutActivityType=\"HKWorkoutActivityType\(sport)\" duration=\"90\" durationUnit=\"min\" "
                + "startDate=\"2025-08-2\(day) 07:30:00 -0700\" endDate=\"2025-08-2\(day) 09:00:00 -0700\"/>"
        }
        let text = String(repeating: record, count: 30_000) + workouts.joined()
        try sandbox.write(
            "<!DOCTYPE HealthData [<!ELEMENT a EMPTY>]><HealthData>\(text)</HealthData>", to: "export.xml")
        let result = try sandbox.run("import", "export.xml", "--location", "Zuma", "--json").object()
        #expect(result["imported"] as? Int == 1)
        #expect(result["unwanted"] as? Int == 1)
        #expect(try sandbox.run("show", "1", "--json").object()["duration"] as? Int == 90)
    }
}
