import Foundation
import Journal
import SurfLanguage

/// The rows that an import skips, as CSV: line, problem, and the cells as in the file, under the file's own header. The
/// user can correct this file and import it. A JSON element is one cell.
///
/// It is created with the first row and committed, with mode 0600, before the other rows are saved. An existing file
/// with the same content stays; one with other content is never replaced.
final class RejectsFile {
    /// The names of the columns before those of the file.
    static let columns = ["line", "problem"]
    /// The name of the column for rows without cells.
    static let element = "row"

    let path: String
    private let spared: JournalFiles
    private let problem: @Sendable (CellProblem) -> String
    private var output: OutputFile?
    /// Whether the file was committed and did not exist before.
    private var isNew = false

    /// The file for the rejects of the file at `path`.
    /// - Parameters:
    ///   - problem: Describes a problem without the row's text.
    ///   - spared: The journal into which rows are imported.
    init(of path: String, sparing spared: JournalFiles, problem: @escaping @Sendable (CellProblem) -> String) {
        // Linux keeps files in memory in this folder.
        let isInMemory = path.hasPrefix("/dev/shm/")
        let isStream = path == "-" || path.hasPrefix("/dev/") && !isInMemory
        self.path = (isStream ? "stdin" : path) + ".rejects.csv"
        self.spared = spared
        self.problem = problem
    }

    /// Adds a row.
    /// - Parameter header: The columns, if rows have cells.
    func add(_ row: BadRow, header: RejectsHeader?) throws {
        let separator = header?.separator ?? CSVQuoting.comma
        let file: OutputFile
        if let output {
            file = output
        } else {
            file = try OutputFile.replacing(path, force: true, sparing: spared)
            output = file
            var line: [UInt8] = []
            let names = RejectsFile.columns + (header?.names ?? [RejectsFile.element])
            CSVQuoting.append(rawLine: names, separator: separator, to: &line)
            try file.write(line)
        }
        let problems = row.problems.map(problem).joined(separator: "; ")
        var line: [UInt8] = []
        for cell in [String(row.line), problems] {
            CSVQuoting.append(raw: cell, separator: separator, to: &line)
            line.append(separator)
        }
        if row.hasCells { line += row.raw } else { CSVQuoting.append(quoted: row.raw, to: &line) }
        line.append(0x0A)
        try file.write(line)
    }

    /// Commits the file.
    /// - Throws: `.rejectsExist` if there is a file with other content.
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

    /// Removes the file after an import that failed.
    func abandon() {
        output?.abandon()
        if isNew { try? FileManager.default.removeItem(atPath: path) }
        isNew = false
    }

    /// The path; nil if there are no rejects.
    var result: String? { output == nil ? nil : path }

    /// Whether these are the columns of a file of rejects whose rows have no cells.
    static func hasElements(_ names: [String]) -> Bool {
        names.count > columns.count && names.last == element && names.dropLast().allSatisfy(columns.contains)
    }
}

/// The header of a file of rejects. It records what was detected about the original file.
struct RejectsHeader {
    let names: [String]
    let separator: UInt8

    init(_ layout: CSVLayout, _ request: ImportRequest) {
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

    /// A header that has by itself the meaning that the column has in its context.
    private static func name(_ meaning: ColumnMeaning, _ request: ImportRequest) -> String {
        var meaning = meaning
        if meaning.field == .height, !meaning.note.hasUnit, let units = request.units { meaning.note.assume(units) }
        if meaning.target == .field(.date, .whole), let order = request.dates.order { meaning.note.order = order }
        return meaning.header
    }
}
