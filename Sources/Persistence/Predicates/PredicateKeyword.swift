import Foundation

/// The reserved words of the predicate language. A key with such a name needs a `#` in front.
enum PredicateKeyword {
    static let reserved: Set<String> = [
        "AND", "OR", "NOT", "IN", "ALL", "ANY", "SOME", "NONE", "LIKE", "MATCHES", "CONTAINS", "BEGINSWITH", "ENDSWITH",
        "BETWEEN", "NULL", "NIL", "SELF", "TRUE", "FALSE", "YES", "NO", "TRUEPREDICATE", "FALSEPREDICATE", "CAST",
        "SUBQUERY",
    ]
    static let collectionOperators: Set<String> = ["count", "sum", "min", "max", "avg"]
    /// The operators that give the members, or those that differ: a condition on some or all of them has the same result
    /// without.
    static let memberOperators: Set<String> = [
        "unionOfObjects", "distinctUnionOfObjects", "unionOfArrays", "distinctUnionOfArrays", "unionOfSets",
        "distinctUnionOfSets",
    ]
}

extension FetchPredicate.Path {
    /// Parses a key path such as `spot.name` or `entries.@count`; nil if the string is not a key path.
    init?(text: String) {
        let names = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        let isSelf = names.first?.uppercased() == "SELF"
        self.init(isSelf ? Array(names.dropFirst()) : names)
        let fits = self.names.allSatisfy { name in
            name.isPredicateName
                || (name.hasPrefix("@") && PredicateKeyword.collectionOperators.contains(String(name.dropFirst())))
        }
        guard fits, names.count <= PredicateParser.maximumDepth else { return nil }
    }
}

/// `CAST(value, "type")` of a constant. The types have Foundation's names.
enum PredicateCast {
    static let types = ["NSDate", "NSDecimalNumber", "NSUUID", "NSURL", "NSData", "NSString", "NSNumber"]

    static func constant(of value: PropertyValue, as type: String) -> PropertyValue? {
        switch (type, value) {
        case ("NSDate", .integer(let seconds)): .date(Double(seconds))
        case ("NSDate", .double(let seconds)): .date(seconds)
        case ("NSDecimalNumber", .string(let text)): PredicateCast.decimal(text)
        case ("NSUUID", .string(let text)): UUID(uuidString: text).map { .uuid($0) }
        case ("NSURL", .string(let text)): URL(string: text).map { .uri($0) }
        case ("NSData", .string(let text)): Data(base64Encoded: text).map { .data($0) }
        default: nil
        }
    }

    private static func decimal(_ text: String) -> PropertyValue? {
        guard !text.isEmpty, text.allSatisfy({ "0123456789+-.eE".contains($0) }) else { return nil }
        return Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")).map { .decimal($0) }
    }
}
