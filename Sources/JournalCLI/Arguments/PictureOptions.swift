import ArgumentParser
import Journal

/// How a command that draws draws.
struct PictureOptions: ParsableArguments {
    @Flag(help: "Draw with ASCII only (default on dumb terminals and without UTF-8).")
    var ascii = false
}

extension CommandContext {
    /// The columns that a picture may take where nothing says how many there are.
    private static let ordinaryWidth = 80

    /// The columns that a picture may take.
    var pictureWidth: Int { max(20, console.width ?? CommandContext.ordinaryWidth) }

    /// The characters that pictures are drawn with.
    func glyphs(_ options: PictureOptions) -> Glyphs { Glyphs(environment: environment, ascii: options.ascii) }
}

extension Grouping: ExpressibleByArgument {
    public init?(argument: String) { self.init(name: argument) }
    public static var allValueStrings: [String] { allCases.map(\.name) }
}
