import Journal
import SurfLanguage

/// Something that may make a refused file importable.
package enum ImportRemedy: Equatable, Sendable {
    case map(ColumnMapping)
    case order(DateOrder)
    case skipBad
    case allowMissing
    case sentences

    /// The request with the remedy.
    package func applied(to request: ImportRequest) -> ImportRequest {
        var request = request
        switch self {
        case .map(let mapping): request.map.append(mapping)
        case .order(let order): (request.dates.order, request.hasOrder) = (order, true)
        case .skipBad: request.skipsBadRows = true
        case .allowMissing: request.required = []
        case .sentences: request.hasSentences = true
        }
        return request
    }
}

extension ImportError {
    /// What may help, the best first. Each element is tried as a whole.
    package var remedies: [[ImportRemedy]] {
        switch self {
        case .orderUnknown: [[.order(.dmy)], [.order(.mdy)]]
        case .noColumns(_, _, _, let guesses): ImportError.remedies(guesses) + [[.sentences], [.sentences, .skipBad]]
        case .badRows(let rows, let facts):
            facts.good > 0
                ? ImportError.ofTen(rows, facts) + ImportError.remedies(facts.guesses, ending: [.skipBad])
                    + [[.allowMissing]]
                : ImportError.remedies(facts.guesses) + [[.allowMissing]] + ImportError.without(rows)
                    + [[.skipBad], [.allowMissing, .skipBad]]
        default: []
        }
    }

    /// Ratings of ten, if many rows have one above five: a single 7 is rather a typing error.
    private static func ofTen(_ rows: [BadRow], _ facts: BadRowFacts) -> [[ImportRemedy]] {
        let problem = rows.lazy.flatMap(\.problems).first {
            if case .field(.notARating(let text)) = $0.problem {
                Double(text).map { (5.1...10).contains($0) } ?? false
            } else {
                false
            }
        }
        guard facts.count * 3 >= facts.good + facts.count, let column = problem?.column,
            let mapping = ColumnMapping("\(column)=rating:/10")
        else { return [] }
        return [[.map(mapping)], [.map(mapping), .skipBad]]
    }

    /// Without the columns that the first bad rows have in common.
    private static func without(_ rows: [BadRow]) -> [[ImportRemedy]] {
        var columns = rows.first?.problems.compactMap(\.column) ?? []
        for row in rows { columns.removeAll { column in !row.problems.contains { $0.column == column } } }
        let skips = columns.filter { !$0.isEmpty }.prefix(3).map { ImportRemedy.map(ColumnMapping($0, nil)) }
        return skips.isEmpty ? [] : [Array(skips), Array(skips) + [.allowMissing]]
    }

    /// The guesses together, the first alone, each with what else may be needed.
    private static func remedies(_ guesses: [ColumnMapping], ending: [ImportRemedy] = []) -> [[ImportRemedy]] {
        let required = guesses.filter { $0.meaning?.field == .date || $0.meaning?.field == .location }
        let all = required.map(ImportRemedy.map)
        let mapped: [[ImportRemedy]] = all.isEmpty ? [] : [all, all + [.skipBad], all + [.allowMissing], [all[0]]]
        return mapped + (ending.isEmpty ? [] : [ending])
    }

    /// The most bytes of a file that remedies are tried on.
    package static let maxTried = 64 << 20
}

/// How many rows of a file cannot be imported, and what could help.
package struct BadRowFacts: Equatable, Sendable {
    /// The number of bad rows, and of the others.
    package let count, good: Int
    /// The columns that were not recognised.
    package let unread: [String]
    /// What they look like.
    package let guesses: [ColumnMapping]
}
