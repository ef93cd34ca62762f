import Foundation
import Journal
import JournalInsight
import Testing

@testable import JournalCLI
@testable import SurfLanguage

struct PictureTests {
    /// Every picture and table that is drawn.
    enum Picture: String, CaseIterable, Sendable {
        case overview, goal, spot, month, hour, rating, calendar, months, ratings, height, swell, scatter, like, spots
    }

    static let pictures = Picture.allCases.flatMap { picture in Scene.Content.allCases.map { (picture, $0) } }

    @Test(arguments: pictures)
    func `a picture fits 40, 80 and 120 columns and matches its snapshot`(
        picture: Picture, content: Scene.Content
    ) throws {
        let scene = try Scene(content)
        var text = ""
        for width in [40, 80, 120] {
            let lines = try lines(picture, scene, Glyphs(isUnicode: true), width)
            #expect(lines.allSatisfy { DisplayWidth.of($0) <= width })
            text += "\(width) columns\n" + lines.map { $0 + "\n" }.joined() + "\n"
        }
        let ascii = try lines(picture, scene, Glyphs(isUnicode: false), 80)
        text += "ASCII\n" + ascii.map { $0 + "\n" }.joined()
        try Snapshot.expect(text, "\(picture.rawValue)-\(content.rawValue)")
    }

    @Test(arguments: Picture.allCases)
    func `an ASCII picture has no other characters`(picture: Picture) throws {
        let lines = try lines(picture, Scene(.single), Glyphs(isUnicode: false), 80)
        #expect(lines.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } })
    }

    @Test(arguments: [20, 23, 27, 34, 41, 48, 55, 60])
    func `no line is wider than the limit`(width: Int) throws {
        let scene = try Scene(.many)
        for picture in Picture.allCases {
            let lines = try lines(picture, scene, Glyphs(isUnicode: true), width)
            #expect(lines.allSatisfy { DisplayWidth.of($0) <= width }, "\(picture)")
        }
    }

    // MARK: Drawing

    private func lines(_ picture: Picture, _ scene: Scene, _ glyphs: Glyphs, _ width: Int) throws -> [String] {
        switch picture {
        case .overview: try statistics(scene, nil, nil, glyphs, width)
        case .goal: try statistics(scene, nil, 50, glyphs, width)
        case .spot: try statistics(scene, .spot, nil, glyphs, width)
        case .month: try statistics(scene, .month, nil, glyphs, width)
        case .hour: try statistics(scene, .hour, nil, glyphs, width)
        case .rating: try statistics(scene, .rating, nil, glyphs, width)
        case .calendar: try plot(scene, .calendar, glyphs, width)
        case .months: try plot(scene, .months, glyphs, width)
        case .ratings: try plot(scene, .rating, glyphs, width)
        case .height: try plot(scene, .histogram(.height), glyphs, width)
        case .swell: try plot(scene, .histogram(.swellDirection), glyphs, width)
        case .scatter: try plot(scene, .scatter(x: .period, y: .rating), glyphs, width)
        case .like: try like(scene, glyphs, width)
        case .spots:
            NameOutput(.place, try scene.journal.names(.place, EntryQuery()), zone: Scene.zone).table.fitted(to: width)
                .lines
                .map(glyphs.line)
        }
    }

    private func statistics(
        _ scene: Scene, _ grouping: Grouping?, _ goal: Int?, _ glyphs: Glyphs, _ width: Int
    ) throws -> [String] {
        let statistics = try scene.journal.statistics(
            EntryQuery(), by: grouping, now: Scene.now, zone: Scene.zone)
        let text = StatisticsText(statistics, goal: goal, units: .feet, zone: Scene.zone, glyphs: glyphs)
        return (grouping.map { text.groups(by: $0, width: width) } ?? text.overview(width)).lines
    }

    private func plot(_ scene: Scene, _ kind: PlotKind, _ glyphs: Glyphs, _ width: Int) throws -> [String] {
        let plot = try scene.journal.plot(
            kind, of: EntryQuery(), now: Scene.now, zone: Scene.zone, units: .feet)
        let text = PlotText(glyphs: glyphs, isColoured: false, width: width)
        return text.lines(plot) + (text.note(plot, kind).map { WordWrap.lines("", $0, indent: 0, width: width) } ?? [])
    }

    private func like(_ scene: Scene, _ glyphs: Glyphs, _ width: Int) throws -> [String] {
        let wanted = SeaState(EntryValues(height: "4ft", period: "12s", wind: "offshore 5kts"))
        let result = try scene.journal.like(wanted, in: EntryQuery(), excluding: nil, limit: 5)
        return LikeText(result, text: EntryText(zone: Scene.zone), glyphs: glyphs).lines(width: width).lines
    }

    /// The Web Content Accessibility Guidelines ask for a contrast of 3 to 1 for graphics.
    @Test(arguments: CalendarText.blues)
    func `a day's colour has enough contrast on white and on black`(number: Int) {
        let steps = [0.0, 95, 135, 175, 215, 255]
        let linear = [36, 6, 1].map { place in
            let part = steps[(number - 16) / place % 6] / 255
            return part <= 0.03928 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
        }
        let light = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
        #expect((1 + 0.05) / (light + 0.05) >= 3)
        #expect((light + 0.05) / 0.05 >= 3)
        #expect(Set(CalendarText.blues).count == 4)
    }
}
