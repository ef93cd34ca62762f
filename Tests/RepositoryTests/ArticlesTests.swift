import Testing

/// The articles of the documentation.
@Suite struct ArticlesTests {
    static let articles = Repository.files.filter {
        $0.contains(".docc/") && $0.hasSuffix(".md") || $0 == "docs/engine.md"
    }

    @Test func `there are articles`() {
        #expect(Self.articles.count > 5)
    }

    @Test(arguments: articles)
    func `every sample occurs in a test or an example, in order`(path: String) throws {
        for sample in Samples.samples(in: try Repository.lines(of: path)) {
            #expect(
                Samples.programs.contains { Samples.hasInOrder($0.lines, sample) }, "\(path): \(sample.first ?? "")")
        }
    }

    @Test func `a sample with a line that occurs nowhere would be found`() {
        #expect(
            Samples.samples(in: ["```swift", "let a = 1", "", "  b()", "```", "text", "```", "x", "```"])
                == [["let a = 1", "b()"]])
        #expect(Samples.hasInOrder(["a", "b", "c"], ["a", "c"]))
        #expect(!Samples.hasInOrder(["a", "b", "c"], ["a", "x"]))
        #expect(!Samples.hasInOrder(["a", "b", "c"], ["c", "a"]))
    }
}
