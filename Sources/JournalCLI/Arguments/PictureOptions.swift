import ArgumentParser
import JournalInsight

/// The options of commands that draw.
struct PictureOptions: ParsableArguments {
    @Flag(help: "Draw with ASCII only (default on dumb terminals and without UTF-8).")
    var ascii = false
}

extension CommandContext {
    /// The width of a picture if the console's width is unknown, in columns.
    private static let ordinaryWidth = 80

    /// The width available to a picture, in columns.
    var pictureWidth: Int { max(20, console.width ?? CommandContext.ordinaryWidth) }

    /// The characters to draw with.
    func glyphs(_ options: PictureOptions) -> Glyphs { Glyphs(environment: environment, ascii: options.ascii) }
}

extension Grouping: ExpressibleByArgument {
    public init?(argument: String) { self.init(name: argument) }
    public static var allValueStrings: [String] { allCases.map(\.name) }
}
