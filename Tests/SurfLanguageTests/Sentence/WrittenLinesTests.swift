import Testing

@testable import SurfLanguage

/// Lines as surfers type them, written by somebody who had not seen the reader run.
struct WrittenLinesTests {
    private static let topics = ["dates", "everyday", "languages", "measures", "notes", "places", "questions"]

    @Test func `each line has an ID of its own`() throws {
        let ids = try Self.topics.flatMap { try WrittenLine.all(in: "sentences/" + $0).map(\.id) }
        #expect(ids.count > 1_000)
        #expect(Set(ids).count == ids.count)
    }

    @Test(arguments: topics)
    func `surfers' lines are understood, and none is stored wrong`(topic: String) throws {
        let lines = try WrittenLine.all(in: "sentences/" + topic).filter { !$0.isCommand }
        #expect(lines.count >= 70)
        var refused: [String] = []
        for line in lines {
            switch line.verdict() {
            case .right: break
            case .refused(let why): refused.append("\(line.id) '\(line.line)': \(why)")
            case .wrong(let why): Issue.record("\(line.id) '\(line.line)' is stored wrong: \(why)")
            case .helpless: Issue.record("\(line.id) '\(line.line)' is refused without a line to copy that works")
            }
        }
        #expect(refused.count * 20 <= lines.count, "\(refused.joined(separator: "\n"))")
    }
}
