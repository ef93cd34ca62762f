import Testing

@testable import SurfLanguage

/// Lines as surfers type them, written by somebody who had not seen the reader run.
struct WrittenLinesTests {
    @Test(arguments: ["sentences", "sentences-2", "sentences-3", "sentences-4", "sentences-5"])
    func `surfers' lines are understood, and none is stored wrong`(folder: String) throws {
        let lines = try WrittenLine.all(in: folder).filter { !$0.isCommand }
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
