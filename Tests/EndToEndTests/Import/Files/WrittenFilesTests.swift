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
}
