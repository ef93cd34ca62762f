import Foundation
import SurfLanguage

/// The rows that an import leaves out, as CSV: the line, the problem, and the cells as they stand in the file, under its own
/// header. So the file can be mended and imported itself. An element of JSON is one cell.
///
/// It is made when there is a first row, and put in its place, private, before the others are saved; a file that says the
/// same already stays, and one that says something else is never replaced.
final class RejectsFile {
    /// What its columns are called before those of the file.
    static let columns = ["line", "problem"]
    /// What the column is called that has a row without cells whole.
    static let element = "row"

    let path: String
    private let spared: JournalFiles
    private let problem: @Sendable (CellProblem) -> String
    private var output: OutputFile?
    /// Whether it was put in its place, where nothing stood.
    private var isNew = false

    /// A file for the rejects of a file.
    /// - Parameters:
    ///   - problem: What is wrong with a row, in words without any of its text.
    ///   - spared: The journal that is imported into.
    init(of path: String, sparing spared: JournalFiles, problem: @escaping @Sendable (CellProblem) -> String) {
        // A folder of files in memory on Linux.
        let isInMemory = path.hasPrefix("/dev/shm/")
        let isStream = path == "-" || path.hasPrefix("/dev/") && !isInMemory
        self.path = (isStream ? "stdin" : path) + ".rejects.csv"
        self.spared = spared
        self.problem = problem
    }

    /// Adds a row.
    /// - Parameter header: The columns, where the rows have cells.
    func add(_ row: BadRow, header: RejectsHeader?) throws {
        let separator = header?.separator ?? CSVCell.comma
        let file: OutputFile
        if let output {
            file = output
        } else {
            file = try OutputFile.replacing(path, force: true, sparing: spared)
            output = file
            try file.write(RejectsFile.line(RejectsFile.columns + (header?.names ?? [RejectsFile.element]), separator))
        }
        let problems = row.problems.map(problem).joined(separator: "; ")
        var bytes = RejectsFile.line([String(row.line), problems], separator)
        bytes[bytes.count - 1] = separator
        if row.hasCells { bytes += row.raw } else { RejectsFile.appendWhole(row.raw, to: &bytes) }
        bytes.append(0x0A)
        try file.write(bytes)
    }

    /// Puts the file in its place.
    /// - Throws: `.rejectsExist` where another one stands there.
    func commit() throws {
        guard let output else { return }
        do throws(OutputError) {
            isNew = try output.commitUnlessSame()
        } catch .exists {
            throw ImportError.rejectsExist(path)
        } catch {
            throw error
        }
    }

    /// Takes the file away again, as nothing was imported.
    func abandon() {
        output?.abandon()
        if isNew { try? FileManager.default.removeItem(atPath: path) }
        isNew = false
    }

    /// The path, where there are rejects.
    var result: String? { output == nil ? nil : path }

    /// Whether these are the columns of a file of rejects whose rows have no cells.
    static func hasElements(_ names: [String]) -> Bool {
        names.count > columns.count && names.last == element && names.dropLast().allSatisfy(columns.contains)
    }

    /// Cells as a line.
    private static func line(_ cells: [String], _ separator: UInt8) -> [UInt8] {
        var bytes: [UInt8] = []
        for cell in cells {
            if !bytes.isEmpty { bytes.append(separator) }
            if separator != CSVCell.comma, cell.utf8.contains(separator) {
                appendWhole(Array(cell.utf8), to: &bytes)
            } else {
                CSVCell.append(raw: cell, to: &bytes)
            }
        }
        return bytes + [0x0A]
    }

    /// Bytes as one cell, whatever they are.
    private static func appendWhole(_ raw: [UInt8], to bytes: inout [UInt8]) {
        bytes.append(CSVCell.quote)
        for byte in raw {
            if byte == CSVCell.quote { bytes.append(byte) }
            bytes.append(byte)
        }
        bytes.append(CSVCell.quote)
    }
}

/// The header of a file of rejects, which says by itself what was found out about the file that its rows come from.
struct RejectsHeader {
    let names: [String]
    let separator: UInt8

    init(_ layout: SheetLayout, _ request: ImportRequest) {
        separator = layout.separator
        let columns = layout.columns
        names = layout.names.indices.map { index -> String in
            let name = layout.names[index]
            guard let meaning = columns.meanings[index] else {
                return SheetColumns.meanings(of: name).isEmpty ? name : "(\(name))"
            }
            return layout.kind == .sheet ? RejectsHeader.name(meaning, request) : meaning.name
        }
    }

    /// A header that is understood by itself as this one was with what is around it.
    private static func name(_ meaning: ColumnMeaning, _ request: ImportRequest) -> String {
        var meaning = meaning
        if meaning.field == .height, !meaning.note.hasUnit, let units = request.units { meaning.note.assume(units) }
        if meaning.target == .field(.date, .whole), let order = request.dates.order { meaning.note.order = order }
        return meaning.header
    }
}
