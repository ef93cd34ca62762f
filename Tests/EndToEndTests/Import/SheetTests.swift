import Foundation
import Testing

/// Real spreadsheets and exports of other programs; each is imported into an empty journal.
struct SheetTests {
    @Test func `all test tables are found`() {
        #expect(ExpectedSheet.all.count >= 50)
    }

    @Test(arguments: ExpectedSheet.all)
    func `a sheet is understood as its author meant it`(sheet: ExpectedSheet) throws {
        for run in sheet.runs { try play(run, of: sheet) }
    }

    private func play(_ run: ExpectedSheet.Run, of sheet: ExpectedSheet) throws {
        let sandbox = try Sandbox.empty()
        sandbox.environment["TZ"] = sheet.zone
        let name = sheet.url.lastPathComponent
        try FileManager.default.copyItem(at: sheet.url, to: URL(fileURLWithPath: sandbox.file(name)))
        for (key, value) in sheet.settings { try sandbox.run("config", key, value) }
        let outcome = try sandbox.start(["import", name, "--json"] + run.options).outcome()
        let stored = try sessions(sandbox)
        guard run.outcome == "imports" else {
            #expect(outcome.code == (run.outcome == "asks" ? 2 : 5))
            #expect(stored.isEmpty)
            for bad in run.bad ?? [] { #expect(outcome.errors.contains("\(name):\(bad.row): ")) }
            return
        }
        try #require(outcome.code == 0, "\(outcome.errors)")
        let result = try outcome.object()
        let passed = (result["empty"] as? Int ?? 0) + (result["unwanted"] as? Int ?? 0)
        if let skipped = run.skipped { #expect(passed == skipped) }
        if let bad = run.bad { #expect(result["skipped"] as? Int == bad.count, "\(outcome.errors)") }
        let named = Set((result["ignored"] as? [String] ?? []) + (result["beaten"] as? [String] ?? []))
        #expect(named.isSuperset(of: (run.leftOut ?? []) + (run.beaten ?? [])))
        expectSame(stored, run.sessions, sheet)
    }

    private func sessions(_ sandbox: Sandbox) throws -> [[String: Any]] {
        try sandbox.run("export", "-", "--format", "json").objects()
    }

    private static let fields = [
        "location", "date", "height", "period", "wind", "rating", "notes", "board", "tide", "crowd", "waves",
        "duration",
        "swellHeight", "swellPeriod", "swellDirection", "waterTemperature",
    ]

    /// Compares sessions in the file's order.
    private func expectSame(
        _ stored: [[String: Any]], _ expected: [[String: ExpectedSheet.Cell]], _ sheet: ExpectedSheet
    ) {
        #expect(stored.count == expected.count)
        let zone = TimeZone(identifier: sheet.zone) ?? .gmt
        for (found, session) in zip(stored, expected) {
            for field in Self.fields {
                let contained = field == "notes" ? session["notesContain"] : nil
                let cell = contained ?? session[field] ?? .nothing
                #expect(
                    cell.isSame(found[field], field: field, isExact: sheet.isOwn, zone: zone),
                    "\(session["date"]?.text ?? "") \(field): \(found[field] ?? "nothing"), not \(cell)")
            }
        }
    }
}
