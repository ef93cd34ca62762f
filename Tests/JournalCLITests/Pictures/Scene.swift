import Foundation
import Journal

@testable import SurfLanguage

/// A journal for pictures, with a fixed current time and time zone.
final class Scene {
    /// 2026-09-12 12:00 in Los Angeles.
    static let now = 810_932_400.0
    static let zone = TimeZone(identifier: "America/Los_Angeles") ?? .gmt

    /// The sessions in the journal.
    enum Content: String, CaseIterable, Sendable {
        case empty, single, many
    }

    let journal: Journal
    private let folder: URL

    init(_ content: Content) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("pictures-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let url = folder.appendingPathComponent("SurfJournalModel.sqlite")
        try Journal.create(at: url, sample: false)
        journal = try Journal.open(url)
        switch content {
        case .empty: break
        case .single: try add(Scene.entry(0))
        case .many: for index in 0..<60 { try add(Scene.entry(index)) }
        }
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    private func add(_ values: EntryValues) throws {
        let pad = journal.beginAdd()
        for field in EntryField.allCases { if let value = values[field] { try pad.set(field, value) } }
        _ = try pad.save(.fail)
    }

    private static let places = ["Malibu", "北京市场很大的海滩", "Teahupo'o 🌊", "Máncora", "Mancora"]

    /// The sessions go back in time from now, each six days and some hours before the other, with varying places,
    /// conditions and ratings.
    private static func entry(_ index: Int) -> EntryValues {
        var values = EntryValues(
            date: now - Double(index) * 6.3 * 86_400, location: places[index % 7 % places.count],
            height: "\(2 + index % 5)ft", period: "\(8 + index % 9)s",
            wind: ["glassy", "offshore 5kts", "NW 12mph", "onshore"][index % 4], rating: Int16(1 + index * 3 % 5))
        if index % 3 > 0 { values.waves = Int16(5 + index % 11) }
        if index % 4 > 0 { values.duration = Double(60 + index % 5 * 15) }
        if index % 2 > 0 { values.swellDirection = Double((350 + index * 7) % 360) }
        if index % 13 == 12 { values.location = nil }
        return values
    }
}
