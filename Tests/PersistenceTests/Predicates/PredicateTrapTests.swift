import Foundation
import PersistenceTestSupport
import Testing

@testable import Persistence

/// Where Core Data raises an exception: a mistake in a format or a key ends the program with a sentence, in a release
/// build too. The forms with `validating` throw for the same mistake.
@Suite struct PredicateTrapTests {
    @Test func `a format with a mistake ends the program with the place and the reason`() async {
        let format = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = FetchPredicate(format: "rating >" + " ")
        }
        #expect(format.says("The predicate is wrong at character 10: expected a value"))
        let argument = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = FetchPredicate(format: "rating > %d", argumentArray: ["a private text"])
        }
        #expect(argument.says("The predicate is wrong at character 10"))
        #expect(!argument.says("private"))
        let expression = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = FetchExpression(format: "salary *")
        }
        #expect(expression.says("expected a value"))
    }

    @Test func `evaluating with a key that the entity does not have ends the program, with the key that was meant`()
        async
    {
        let outcome = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let context = try Stack().context()
            context.performAndWait {
                _ = FetchPredicate(format: "ratng > 3").evaluate(with: Entry(context: context))
            }
        }
        #expect(outcome.says("has no property “ratng”; did you mean “rating”?"))
    }

    @Test func `filtering and sorting by such a key ends the program too`() async {
        let filtered = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let context = try Stack().context()
            context.performAndWait { _ = [Entry(context: context)].filtered(using: FetchPredicate("ratng > 3")) }
        }
        #expect(filtered.says("did you mean “rating”?"))
        let sorted = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let context = try Stack().context()
            let descriptors = [FetchSortDescriptor(key: "ratng")]
            context.performAndWait { _ = [Entry(context: context)].sortedArray(using: descriptors) }
        }
        #expect(sorted.says("did you mean “rating”?"))
    }

    @Test func `the validating forms throw for the same mistakes`() throws {
        #expect(throws: PredicateFormatError.self) { try FetchPredicate(validating: "rating >") }
        #expect(throws: PredicateFormatError.self) { try FetchPredicate(validating: "a == %@", argumentArray: []) }
        #expect(throws: PredicateFormatError.self) { try FetchExpression(validating: "salary *") }
        let context = try Stack().context()
        try context.performAndWait {
            let entry = Entry(context: context)
            let predicate = try FetchPredicate(validating: "ratng > 3")
            #expect(throws: PredicateBindingError.self) { try predicate.evaluate(validating: entry) }
            #expect(throws: PredicateBindingError.self) { try [entry].filtered(validating: predicate) }
            #expect(throws: PredicateBindingError.self) {
                try [entry].sortedArray(validating: [FetchSortDescriptor(key: "ratng")])
            }
        }
    }

    @Test func `Foundation's collections of objects are sorted and filtered`() throws {
        let context = try Stack().context()
        context.performAndWait {
            let entries = ["b", "a", "c"].map { location in
                let entry = Entry(context: context)
                entry.location = location
                return entry
            }
            let (sort, predicate) = ([FetchSortDescriptor(key: "location")], FetchPredicate("location != 'a'"))
            func locations(_ members: [Any]) -> [String?] { members.map { ($0 as? Entry)?.location } }
            #expect(locations(NSSet(array: entries).sortedArray(using: sort)) == ["a", "b", "c"])
            #expect(NSSet(array: entries).filtered(using: predicate).count == 2)
            let ordered = NSOrderedSet(array: entries)
            #expect(locations(ordered.sortedArray(using: sort)) == ["a", "b", "c"])
            #expect(locations(ordered.filtered(using: predicate).array) == ["b", "c"])
            #expect(locations(NSArray(array: entries).sortedArray(using: sort)) == ["a", "b", "c"])
            #expect(locations(NSArray(array: entries).filtered(using: predicate)) == ["b", "c"])
        }
    }

    // MARK: Types

    @Test(arguments: ["uti UTI-CONFORMS-TO 'public.image'", "a.uti uti-conforms-to %@ AND b == 1"])
    func `a condition on types of files is parsed`(format: String) throws {
        let predicate = try FetchPredicate(
            validating: format, argumentArray: format.contains("%@") ? ["public.image"] : [])
        #expect(try FetchPredicate(validating: predicate.predicateFormat) == predicate)
        #expect(predicate.predicateFormat.contains("UTI-CONFORMS-TO \"public.image\""))
    }

    @Test func `a condition on types of files cannot be bound, and the error says why`() throws {
        let context = try Stack().context()
        context.performAndWait {
            let predicate = FetchPredicate("location UTI-CONFORMS-TO 'public.image'")
            let error = #expect(throws: PredicateBindingError.self) {
                try predicate.evaluate(validating: Entry(context: context))
            }
            #expect(
                error?.description
                    == "UTI-CONFORMS-TO needs the types that only Apple's systems know (character 10 of the predicate)."
            )
        }
    }

    // MARK: Migration

    @Test func `the contexts of a migration's manager exist only while it migrates`() async {
        let outcome = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let model = ManagedObjectModel()
            _ = MigrationManager(sourceModel: model, destinationModel: model).sourceContext
        }
        #expect(outcome.says("has no contexts while no migration runs"))
    }
}
