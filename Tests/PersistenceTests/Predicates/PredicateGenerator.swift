import Foundation
import TestSupport

@testable import Persistence

/// Generates random rows and random well-typed predicates for them.
struct PredicateGenerator {
    typealias Node = FetchPredicate.Node
    typealias Operand = FetchPredicate.Operand

    static let texts = [
        "", "Malibu", "malibu", "MALIBU", "Mal*bu", "São Paulo", "sao paulo", "Sa\u{303}o", "Straße", "STRASSE", "ΣΑΣ",
        "σας",
        "4ft", "4-6ft", "100%", "a\\b", "new\nline", "日本", "がか", "😀", "ı", "İ", "i", "K", "\u{212A}", "e", "\u{301}e",
    ]
    static let patterns = ["*", "?al*", "mal?bu", "*a*", "?", "??", "4*ft", "Mal\\*bu", "s?o*", "*\\", "", "*é*", "?o"]
    static let expressions = ["mal.*", "[a-z]+", ".*", "\\d+.*ft", "a|ab", "São.*", "(?i)MALIBU", "", ".", "\\w+"]
    static let integers: [Int64] = [
        0, 1, 2, 3, 4, 5, -1, -7, 100, 1 << 53, (1 << 53) + 1, .max, .min, .max - 1,
    ]
    static let reals = [
        0, 0.1, 0.5, 1, 1.5, 2, -0.5, 3.25, 1e10, 9_007_199_254_740_992, 9.3e18, -0.0, 1e300, 0.30000001192092896,
    ]
    static let decimals = ["0", "1", "0.1", "10.25", "-3", "4.5"]
    static let uuids = (0..<3).map { UUID(uuidString: "00000000-0000-0000-0000-00000000000\($0)")! }

    var random: SplitMix
    let world: PredicateWorld

    init(seed: UInt64, world: PredicateWorld) {
        random = SplitMix(state: seed)
        self.world = world
    }

    private mutating func pick<Element>(_ elements: [Element]) -> Element { elements.randomElement(using: &random)! }
    private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

    // MARK: Rows

    mutating func fill() {
        let spots = (0..<5).map { _ in
            world.add(
                world.spot,
                ["name": optional(.string(pick(Self.texts))), "depth": optional(.integer(Int64(pick([1, 2, 9]))))])
        }
        let tags = (0..<4).map { _ in
            world.add(
                world.tag,
                ["name": optional(.string(pick(Self.texts))), "weight": optional(.double(pick([1, 0.5, 2])))])
        }
        for spot in spots where chance(40) { world.link(spot, "parent", to: pick(spots)) }
        for _ in 0..<30 {
            let row = world.add(world.entry, randomValues())
            if chance(70) { world.link(row, "spot", to: pick(spots)) }
            for tag in tags where chance(35) { world.link(row, "tags", to: tag) }
        }
    }

    private mutating func randomValues() -> [String: PropertyValue] {
        [
            "rating": optional(.integer(pick(Self.integers))), "flag": optional(.boolean(chance(50))),
            "ratio": optional(.double(pick(Self.reals))), "small": optional(.float(Float(pick([0, 0.1, 1, 2.5])))),
            "date": optional(.date(pick([0, 1, 1.5, 86400, 363_215_648.859691]))),
            "price": optional(.decimal(Decimal(string: pick(Self.decimals))!)),
            "location": optional(.string(pick(Self.texts))), "note": optional(.string(pick(Self.texts))),
            "token": optional(.uuid(pick(Self.uuids))), "photo": optional(.data(Data([UInt8(pick([1, 2]))]))),
            "link": optional(.uri(URL(string: pick(["https://a", "https://b"]))!)),
        ]
    }

    private mutating func optional(_ value: PropertyValue) -> PropertyValue { chance(20) ? .null : value }

    // MARK: Predicates

    mutating func node(depth: Int = 3) -> Node {
        guard depth > 0, chance(60) else { return .comparison(comparison()) }
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<4: return .and((0..<Int.random(in: 2...3, using: &random)).map { _ in node(depth: depth - 1) })
        case 4..<8: return .or((0..<Int.random(in: 2...3, using: &random)).map { _ in node(depth: depth - 1) })
        case 8: return .constant(chance(50))
        default: return .not(node(depth: depth - 1))
        }
    }

    private mutating func comparison() -> FetchPredicate.Comparison {
        switch Int.random(in: 0..<12, using: &random) {
        case 0..<4: numbers(numberOperand())
        case 4..<7: texts(textOperand())
        case 7: dates()
        case 8: quantified()
        case 9: objects()
        case 10: identifiers()
        default: lists()
        }
    }

    // MARK: Columns

    /// A request for computed columns, or for columns of groups.
    mutating func request() -> FetchValues {
        var values = FetchValues(entityName: "Entry")
        values.resultType = .dictionaryResultType
        if chance(40) {
            values.propertiesToFetch = [
                FetchColumn("a", FetchExpression(numberOperand())), FetchColumn("b", FetchExpression(textOperand())),
                FetchColumn(pick(Self.groupPaths)),
            ]
            values.sortDescriptors = sort()
            return values
        }
        let paths = Array(Set((0..<Int.random(in: 0...2, using: &random)).map { _ in pick(Self.groupPaths) }))
        values.propertiesToGroupBy = paths
        values.propertiesToFetch =
            paths.map { FetchColumn($0) } + [
                FetchColumn("x", FetchExpression(aggregate())),
                FetchColumn("y", FetchExpression(.arithmetic(.add, aggregate(), .constant(.integer(1))))),
            ]
        if let path = paths.first, chance(50) {
            values.sortDescriptors = [FetchSortDescriptor(key: path, ascending: chance(50))]
        }
        if chance(50) {
            let comparison = FetchPredicate.Comparison(.variable(.init("x")), relation(), .constant(.integer(2)))
            values.havingPredicate = FetchPredicate(root: .comparison(comparison))
        }
        return values
    }

    private static let groupPaths = ["flag", "location", "spot.depth", "spot.name", "price", "rating", "token"]

    /// Sums are of small integers, because the order of summation is SQLite's own.
    private mutating func aggregate() -> Operand {
        switch pick(FetchPredicate.Aggregate.allCases) {
        case .sum: .aggregate(.sum, .keyPath(path(pick(["flag", "spot.depth", "tags.@count"]))))
        case .average: .aggregate(.average, .keyPath(path(pick(["flag", "spot.depth", "tags.@count"]))))
        case .count: .aggregate(.count, .keyPath(path(pick(["location", "spot.name", "spot", "token"]))))
        case let other: .aggregate(other, .keyPath(path(pick(Self.numberPaths))))
        }
    }

    // MARK: Comparisons

    private mutating func relation() -> FetchPredicate.Operator {
        pick([.equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual])
    }

    private mutating func numbers(_ left: Operand) -> FetchPredicate.Comparison {
        if chance(10) { return FetchPredicate.Comparison(left, pick([.equal, .notEqual, .less]), .constant(.null)) }
        if chance(10) { return FetchPredicate.Comparison(left, .between, .list([numberOperand(), numberOperand()])) }
        return FetchPredicate.Comparison(left, relation(), numberOperand())
    }

    private mutating func numberOperand(depth: Int = 2) -> Operand {
        if depth > 0, chance(30) {
            let operation = pick(FetchPredicate.Arithmetic.allCases)
            return .arithmetic(operation, numberOperand(depth: depth - 1), numberOperand(depth: depth - 1))
        }
        if depth > 0, chance(10) { return .negated(.keyPath(path(pick(["rating", "ratio", "price"])))) }
        if depth > 0, chance(20) { return computed(from: numberOperand(depth: depth - 1)) }
        if chance(5) { return subquery() }
        return chance(60) ? .keyPath(path(pick(Self.numberPaths))) : numberConstant()
    }

    private mutating func computed(from operand: Operand) -> Operand {
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
            return .conditional(
                .comparison(texts(.keyPath(path("location")))), operand, .keyPath(path(pick(Self.numberPaths))))
        case 1: return .aggregate(pick([.count, .sum, .min, .max]), .list([operand, numberConstant()]))
        case 2: return .cast(.keyPath(path(pick(["location", "date", "rating"]))), .number)
        default:
            return .function(
                pick([.abs, .sqrt, .log, .ln, .exp, .ceiling, .floor, .trunc, .onesComplement, .noindex]), [operand])
        }
    }

    private static let numberPaths = [
        "rating", "rating", "flag", "ratio", "small", "price", "digits", "spot.depth", "spot.parent.depth",
        "tags.@count",
        "spot.entries.@count", "location.length", "spot.entries.@max.rating", "tags.@min.weight", "tags.@sum.weight",
        "tags.@avg.weight", "spot.children.@count", "spot.entries.@min.price",
    ]

    private mutating func numberConstant() -> Operand {
        switch Int.random(in: 0..<5, using: &random) {
        case 0: .constant(.double(pick(Self.reals)))
        case 1: .constant(.decimal(Decimal(string: pick(Self.decimals))!))
        default: .constant(.integer(pick(Self.integers)))
        }
    }

    private mutating func subquery() -> Operand {
        let inner = FetchPredicate.Path(["rating"], of: "e")
        let outer = path("rating")
        let condition = Node.comparison(
            FetchPredicate.Comparison(.keyPath(inner), relation(), chance(50) ? .keyPath(outer) : numberConstant()))
        return .subquery(FetchPredicate.Subquery(path("spot.entries"), variable: "e", condition: condition))
    }

    private mutating func options() -> FetchPredicate.Options {
        FetchPredicate.Options(rawValue: pick([0, 0, 1, 2, 3]))
    }

    private mutating func texts(_ left: Operand) -> FetchPredicate.Comparison {
        let options = options()
        switch Int.random(in: 0..<8, using: &random) {
        case 0: return FetchPredicate.Comparison(left, .like, .constant(.string(pick(Self.patterns))), options: options)
        case 1:
            return FetchPredicate.Comparison(
                left, .matches, .constant(.string(pick(Self.expressions))), options: options)
        case 2: return FetchPredicate.Comparison(left, relation(), textOperand(), options: options)
        default:
            let needle: Operand = chance(80) ? .constant(.string(needle())) : textOperand()
            return FetchPredicate.Comparison(
                left, pick([.beginsWith, .endsWith, .contains, .equal]), needle, options: options)
        }
    }

    private mutating func needle() -> String {
        let text = pick(Self.texts)
        return chance(50) ? text : String(text.prefix(2))
    }

    private mutating func textOperand() -> Operand {
        let operand: Operand =
            chance(85)
            ? .keyPath(path(pick(["location", "note", "spot.name", "spot.parent.name", "link"])))
            : .constant(.string(pick(Self.texts)))
        return chance(15) ? .function(pick([.lowercase, .uppercase, .canonical]), [operand]) : operand
    }

    private mutating func dates() -> FetchPredicate.Comparison {
        let moved = Operand.arithmetic(.add, .keyPath(path("date")), numberConstant())
        let constant = Operand.constant(StoredValue(.date(pick([0, 1, 86400, 363_215_648.859691]))))
        return FetchPredicate.Comparison(chance(70) ? .keyPath(path("date")) : moved, relation(), constant)
    }

    private mutating func quantified() -> FetchPredicate.Comparison {
        var comparison: FetchPredicate.Comparison
        switch Int.random(in: 0..<4, using: &random) {
        case 0: comparison = texts(.keyPath(path("tags.name")))
        case 1: comparison = texts(.keyPath(path("spot.children.name")))
        case 2: comparison = numbers(.keyPath(path("spot.entries.rating")))
        default: comparison = numbers(.keyPath(path("tags.entries.spot.depth")))
        }
        comparison.modifier = chance(50) ? .any : .all
        return comparison
    }

    private mutating func objects() -> FetchPredicate.Comparison {
        let key = Int64.random(in: 1...5, using: &random)
        let spot = Operand.constant(.reference(world.id(key, of: world.spot)))
        let tag = Operand.constant(.reference(world.id(key, of: world.tag)))
        switch Int.random(in: 0..<5, using: &random) {
        case 0: return FetchPredicate.Comparison(.keyPath(path("spot")), pick([.equal, .notEqual]), spot)
        case 1:
            return FetchPredicate.Comparison(
                .keyPath(path("spot.parent")), pick([.equal, .notEqual]), .keyPath(path("spot")))
        case 2: return FetchPredicate.Comparison(.keyPath(path("tags")), .contains, tag)
        case 3: return FetchPredicate.Comparison(tag, .in, .keyPath(path("tags")))
        default: return FetchPredicate.Comparison(.keyPath(path("spot")), .in, .list([spot, .constant(.null)]))
        }
    }

    private mutating func identifiers() -> FetchPredicate.Comparison {
        switch Int.random(in: 0..<3, using: &random) {
        case 0:
            return FetchPredicate.Comparison(.keyPath(path("token")), relation(), .constant(.uuid(pick(Self.uuids))))
        case 1:
            return FetchPredicate.Comparison(
                .keyPath(path("photo")), relation(), .constant(.data(Data([UInt8(pick([1, 2]))]))))
        default:
            let ids = (1...3).map { Operand.constant(.reference(world.id(Int64($0), of: world.entry))) }
            return FetchPredicate.Comparison(.keyPath(FetchPredicate.Path([])), .in, .list(ids))
        }
    }

    private mutating func lists() -> FetchPredicate.Comparison {
        let count = Int.random(in: 0...4, using: &random)
        if chance(50) {
            var elements = (0..<count).map { _ in numberConstant() }
            if chance(20) { elements.append(.constant(.null)) }
            if chance(20) { elements.append(.keyPath(path("rating"))) }
            return FetchPredicate.Comparison(
                .keyPath(path(pick(["rating", "ratio", "small", "price", "digits"]))), .in, .list(elements))
        }
        let elements = (0..<count).map { _ in Operand.constant(.string(pick(Self.texts))) }
        return FetchPredicate.Comparison(
            .keyPath(path("location")), .in, .list(elements), options: count == 0 ? [] : options())
    }

    private func path(_ text: String) -> FetchPredicate.Path { FetchPredicate.Path(text: text)! }

    // MARK: Sorts

    mutating func sort() -> [FetchSortDescriptor] {
        var descriptors = (0..<Int.random(in: 1...3, using: &random)).map { _ in
            let key = pick([
                "rating", "ratio", "date", "location", "note", "spot.name", "digits", "price", "tags.@count", "spot",
            ])
            let isText = ["location", "note", "spot.name"].contains(key)
            return FetchSortDescriptor(
                key: key, ascending: chance(50), options: isText ? options() : [],
                absent: pick([.asLeast, .first, .last]))
        }
        descriptors.append(FetchSortDescriptor(key: "SELF", ascending: chance(50)))
        return descriptors
    }
}
