import Foundation
import Persistence
import PersistenceTestSupport
import Testing

/// Dictionary results with expressions and groups.
@Suite struct ComputedColumnTests {
    /// Two departments and an employee without one.
    private func stack(_ kind: StoreKind) throws -> Stack {
        let stack = try Stack(kind)
        try stack.withContext { context in
            func add(_ name: String, _ salary: Int?, _ department: Department?) {
                let employee = EntityDescription.insertNewObject(forEntityName: "Employee", into: context)
                employee["firstName"] = name
                employee["salary"] = salary
                employee["department"] = department
            }
            let (sales, law) = (Department(context: context), Department(context: context))
            (sales.name, law.name) = ("Sales", "Law")
            add("Ann", 10, sales)
            add("Ben", 30, sales)
            add("Cleo", 20, law)
            add("Dan", nil, nil)
            try context.save()
        }
        return stack
    }

    private func column(
        _ name: String, _ function: String, _ keyPath: String, _ type: AttributeType = .undefined
    ) -> ExpressionDescription {
        let column = ExpressionDescription()
        column.name = name
        column.expression = FetchExpression(
            forFunction: function, arguments: [FetchExpression(forKeyPath: keyPath)])
        column.expressionResultType = type
        return column
    }

    private func rows(
        _ stack: Stack, _ change: (FetchRequest<[String: Any]>) throws -> Void
    ) throws -> [[String: Any]] {
        try stack.withContext { context in
            let request = FetchRequest<[String: Any]>(entityName: "Employee")
            try change(request)
            return try context.fetch(request)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a column can be a key path over a to-one relationship`(kind: StoreKind) throws {
        let rows = try rows(stack(kind)) {
            $0.propertiesToFetch = ["firstName", "department.name"]
            $0.sortDescriptors = [FetchSortDescriptor(key: "firstName")]
        }
        #expect(rows.map { $0["firstName"] as? String } == ["Ann", "Ben", "Cleo", "Dan"])
        #expect(rows.map { $0["department.name"] as? String } == ["Sales", "Sales", "Law", nil])
    }

    @Test(arguments: StoreKind.allCases)
    func `functions of all objects give one result`(kind: StoreKind) throws {
        let stack = try stack(kind)
        let rows = try rows(stack) {
            $0.propertiesToFetch = [
                column("sum", "sum:", "salary", .integer64), column("count", "count:", "salary"),
                column("least", "min:", "salary"), column("most", "max:", "salary"),
                column("average", "average:", "salary", .double),
            ]
        }
        #expect(rows.count == 1)
        #expect(rows[0]["sum"] as? Int == 60 && rows[0]["count"] as? Int == 3)
        #expect(rows[0]["least"] as? Int == 10 && rows[0]["most"] as? Int == 30)
        #expect(rows[0]["average"] as? Double == 20)
        let none = try self.rows(stack) {
            $0.predicate = FetchPredicate(value: false)
            $0.propertiesToFetch = [column("sum", "sum:", "salary", .integer64), column("most", "max:", "salary")]
        }
        #expect(none.count == 1 && none[0]["sum"] as? Int == 0 && none[0]["most"] == nil)
    }

    @Test(arguments: StoreKind.allCases)
    func `results are grouped, and groups are chosen by a condition on a column`(kind: StoreKind) throws {
        let stack = try stack(kind)
        let count = column("count", "count:", "firstName")
        func request(_ request: FetchRequest<[String: Any]>) {
            request.propertiesToFetch = ["department.name", count]
            request.propertiesToGroupBy = ["department.name"]
            request.sortDescriptors = [FetchSortDescriptor(key: "department.name", ascending: false)]
        }
        let all = try rows(stack, request)
        #expect(all.map { $0["department.name"] as? String } == ["Sales", "Law", nil])
        #expect(all.map { $0["count"] as? Int } == [2, 1, 1])
        let large = try rows(stack) {
            request($0)
            $0.havingPredicate = FetchPredicate(format: "%@ > 1", FetchExpression(forVariable: "count"))
        }
        #expect(large.map { $0["department.name"] as? String } == ["Sales"])
        let second = try rows(stack) {
            request($0)
            $0.fetchOffset = 1
            $0.fetchLimit = 1
        }
        #expect(second.map { $0["department.name"] as? String } == ["Law"])
    }

    @Test(arguments: StoreKind.allCases)
    func `an object is a column and a group`(kind: StoreKind) throws {
        let stack = try stack(kind)
        let rows = try rows(stack) {
            $0.predicate = FetchPredicate("department != nil")
            $0.propertiesToFetch = ["department", column("sum", "sum:", "salary", .integer64)]
            $0.propertiesToGroupBy = ["department"]
        }
        try stack.withContext { context in
            let names = try rows.map { row in
                let id = try #require(row["department"] as? ManagedObjectID)
                return (context.object(with: id) as? Department)?.name
            }
            #expect(names == ["Sales", "Law"])
            #expect(rows.map { $0["sum"] as? Int } == [40, 20])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `an expression is computed for each object, and equal results are left out`(kind: StoreKind) throws {
        let stack = try stack(kind)
        let double = ExpressionDescription()
        double.name = "double"
        double.expression = FetchExpression(format: "salary * %d", 2)
        double.resultType = .integer32
        let constant = ExpressionDescription()
        constant.name = "one"
        constant.expression = FetchExpression(forConstantValue: 1)
        let rows = try rows(stack) {
            $0.propertiesToFetch = [double]
            $0.sortDescriptors = [FetchSortDescriptor(key: "firstName")]
        }
        #expect(rows.map { $0["double"] as? Int } == [20, 60, 40, nil])
        let ones = try self.rows(stack) {
            $0.propertiesToFetch = [constant]
            $0.returnsDistinctResults = true
        }
        #expect(ones.map { $0["one"] as? Int } == [1])
    }

    @Test(arguments: StoreKind.allCases)
    func `a column whose value can differ within a group is an error`(kind: StoreKind) throws {
        let stack = try stack(kind)
        #expect(throws: CocoaError.self) {
            try rows(stack) {
                $0.propertiesToFetch = ["firstName", column("sum", "sum:", "salary")]
                $0.propertiesToGroupBy = ["department.name"]
            }
        }
        #expect(throws: CocoaError.self) {
            try rows(stack) {
                $0.propertiesToFetch = ["firstName"]
                $0.havingPredicate = FetchPredicate(value: true)
            }
        }
        #expect(throws: PredicateBindingError.self) {
            try rows(stack) {
                $0.predicate = FetchPredicate(format: "%@ > 1", column("", "sum:", "salary").expression)
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `an aggregate over a to-many relationship counts the members of a group's objects`(kind: StoreKind) throws {
        let stack = try stack(kind)
        let columns = [
            column("count", "count:", "employees", .integer64), column("sum", "sum:", "employees.salary", .integer64),
            column("max", "max:", "employees.salary"), column("min", "min:", "employees.firstName"),
        ]
        try stack.withContext { context throws in
            let request = FetchRequest<[String: Any]>(entityName: "Department")
            request.propertiesToFetch = ["name"] + columns
            request.propertiesToGroupBy = ["name"]
            request.sortDescriptors = [FetchSortDescriptor(key: "name")]
            let rows = try context.fetch(request)
            #expect(rows.map { $0["count"] as? Int } == [1, 2])
            #expect(rows.map { $0["sum"] as? Int } == [20, 40])
            #expect(rows.map { $0["max"] as? Int } == [20, 30])
            #expect(rows.map { $0["min"] as? String } == ["Cleo", "Ann"])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a key path that begins with an operator is computed from all objects`(kind: StoreKind) throws {
        let stack = try stack(kind)
        let columns = ["@max.salary", "@sum.salary", "@avg.salary", "@min.firstName", "@count"].map { keyPath in
            let column = ExpressionDescription()
            column.name = keyPath
            column.expression = FetchExpression(forKeyPath: keyPath)
            return column
        }
        let row = try #require(try rows(stack) { $0.propertiesToFetch = columns }.first)
        #expect(row["@max.salary"] as? Int == 30 && row["@sum.salary"] as? Int == 60)
        #expect(row["@avg.salary"] as? Double == 20 && row["@min.firstName"] as? String == "Ann")
        #expect(row["@count"] as? Int == 4)
    }

    @Test func `a predicate is built of expressions and taken apart`() throws {
        let one = ComparisonPredicate(
            leftExpression: FetchExpression(forKeyPath: "salary"),
            rightExpression: FetchExpression(forConstantValue: 10), modifier: .direct, type: .greaterThan)
        let two = ComparisonPredicate(format: "firstName BEGINSWITH[c] 'a'")
        let both = CompoundPredicate(type: .and, subpredicates: [one, two])
        #expect(both.predicateFormat == "salary > 10 AND firstName BEGINSWITH[c] \"a\"")
        #expect(both.compoundPredicateType == .and && both.subpredicates == [one, two])
        #expect(both.leftExpression == nil)
        #expect(one.leftExpression.keyPath == "salary" && one.rightExpression.constantValue as? Int == 10)
        #expect(one.predicateOperatorType == .greaterThan && one.comparisonPredicateModifier == .direct)
        #expect(two.options == .caseInsensitive)
        #expect(CompoundPredicate(notPredicateWithSubpredicate: one).compoundPredicateType == .not)
    }

    @Test func `an expression is described by its text and parts`() {
        let year = FetchExpression(forKeyPath: "year")
        let sum = FetchExpression(forFunction: "add:to:", arguments: [year, FetchExpression(forConstantValue: 1)])
        #expect(sum.description == "year + 1" && sum.function == "add:to:" && sum.arguments?.first == year)
        #expect(FetchExpression(forFunction: "sum:", arguments: [year]).description == "sum:(year)")
        #expect(FetchExpression(forVariable: "x").variable == "x")
        #expect(FetchExpression(forFunction: "now", arguments: []).function == "now")
    }

    @Test(arguments: ["count:(a)", "sum:(a)", "min:(a)", "max:(a.b)", "average:(a + 1)", "1 + max:(a)"])
    func `an aggregate is parsed from the text that describes it`(text: String) throws {
        let expression = FetchExpression(format: text)
        #expect(expression.description == text)
        #expect(FetchExpression(format: expression.description) == expression)
    }

    @Test(arguments: [
        ("add:to:(a, 1)", "a + 1"), ("from:subtract:(a, 1)", "a - 1"), ("multiply:by:(a, b)", "a * b"),
        ("divide:by:(a, add:to:(b, 1))", "a / (b + 1)"), ("raise:toPower:(a, 2)", "a ** 2"),
    ])
    func `arithmetic is parsed in Foundation's notation too`(text: String, meaning: String) throws {
        #expect(FetchExpression(format: text) == FetchExpression(format: meaning))
    }

    @Test func `an expression is written as a literal with arguments`() {
        #expect(FetchExpression("salary * %d", 2).description == "salary * 2")
        #expect(FetchExpression("max:(%K)", "salary").function == "max:")
    }

    @Test func `a sort descriptor and an expression name a property by its key path`() throws {
        let model = CompanyModel.model()
        model.entitiesByName["Entry"]?.propertyNames = [\Entry.location: "location"]
        let stack = try Stack(model: model)
        try stack.withContext { context throws in
            for location in ["b", "a"] { context.insertEntry(location) }
            let request = FetchRequest<Entry>(entityName: "Entry")
            request.sortDescriptors = [FetchSortDescriptor(keyPath: \Entry.location, ascending: true)]
            #expect(try context.fetch(request).map(\.location) == ["a", "b"])
            #expect(FetchExpression(forKeyPath: \Entry.location) == FetchExpression(forKeyPath: "location"))
        }
    }

    @Test func `a key path that no model knows is a programmer error`() async {
        let outcome = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = FetchSortDescriptor(keyPath: \Entry.rating, ascending: true)
        }
        #expect(outcome.says("No model has a property with the key path"))
    }

    @Test func `an invalid expression literal is a programmer error with the parser's message`() async {
        let outcome = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = FetchExpression("salary *")
        }
        #expect(outcome.says("expected a value"))
    }
}
