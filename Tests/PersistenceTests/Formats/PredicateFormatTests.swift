import Foundation
import Persistence
import PersistenceTestSupport
import Testing

/// The formats of published applications, each in a store in memory, in SQLite, and evaluated with objects.
@Suite struct PredicateFormatTests {
    @Test(arguments: FormatGroup.conditions + FormatGroup.values)
    func `a format finds the same objects in SQLite, in a store in memory, and among objects`(group: FormatGroup) throws
    {
        for kind in StoreKind.allCases {
            try Stack(kind, model: FormatLibrary.model()).withContext { context in
                let library = try FormatLibrary(in: context)
                for item in group.cases {
                    let predicate = FetchPredicate(
                        format: item.format, argumentArray: item.arguments(library))
                    let found = try library.found(predicate, in: group.entity)
                    let matching = try library.matching(predicate, in: group.entity)
                    #expect(found == item.found, "\(item.format) in \(kind)")
                    #expect(matching == item.found, "\(item.format) among objects")
                }
            }
        }
    }

    @Test(arguments: FormatGroup.conditions + FormatGroup.values)
    func `the text of a parsed format parses to the same predicate`(group: FormatGroup) throws {
        try Stack(model: FormatLibrary.model()).withContext { context in
            let library = try FormatLibrary(in: context)
            for item in group.cases {
                let predicate = FetchPredicate(format: item.format, argumentArray: item.arguments(library))
                if predicate.description.contains("x-coredata") { continue }
                #expect(FetchPredicate(format: predicate.description) == predicate, "\(item.format)")
            }
        }
    }

    @Test(arguments: [
        ("a UNION {1} == 2", "combine lists"), ("{1, 2}[5] == a", "no such element"), ("{1}[x] == a", "whole number"),
        ("FUNCTION(a) == 1", "name of a method"), ("FUNCTION(a, 'explode') == 1", "no method explode"),
        ("floor:(a, b) == 1", "does not take 2 values"), ("now(a) == 1", "does not take 1 values"),
        ("TERNARY(a, 1, 2) == 1", "comparison operator"), ("a.%K == 1", "no argument for %K"),
        ("CAST(a, 'NSUUID') == b", "expected a constant"), ("a == %l", "placeholder"), ("a == %l@", "placeholder"),
        ("a == %1$@", "placeholder"),
    ])
    func `what a function, list or placeholder does not allow is reported`(format: String, reason: String) throws {
        let error = try #require(throws: PredicateFormatError.self) { try FetchPredicate(validating: format) }
        #expect(error.reason.contains(reason), "\(error)")
    }

    @Test func `the key of a path takes its argument in the order of the text`() throws {
        let predicate = FetchPredicate(format: "ANY a.%K.c > %d AND %K.%K == %@", "b.x", 1, "d", "e", "f")
        #expect(predicate.predicateFormat == "ANY a.b.x.c > 1 AND d.e == \"f\"")
    }

    @Test(arguments: [
        ("FLOOR of text", "floor(title) > 1"), ("CAST of an object", "CAST(author, 'NSString') == 'x'"),
        ("values of two types", "TERNARY(pages > 1, title, pages) == 'x'"), ("a sum of text", "sum:({title, 'x'}) > 1"),
        ("all of a subquery", "ALL SUBQUERY(moods, $m, $m.level > 1).name == 'x'"),
        ("a subquery without an aggregate", "SUBQUERY(moods, $m, $m.level > 1).name == 'x'"),
        ("a key after @count", "SUBQUERY(moods, $m, $m.level > 1).@count.name == 1"),
        ("the median of a number", "median:(pages) == 1"), ("a random number below a key", "random(pages) == 1"),
        ("bits of a date", "published & 1 == 1"),
    ])
    func `values that do not fit are refused when the predicate is bound`(what: String, format: String) throws {
        try Stack(model: FormatLibrary.model()).withContext { context in
            let library = try FormatLibrary(in: context)
            let predicate = FetchPredicate(format: format)
            #expect(throws: PredicateBindingError.self) { try library.matching(predicate, in: "Book") }
        }
    }
}
