/// A predicate with its key paths resolved to slots and its constants converted, for the evaluator and the SQL
/// compiler. Made by `FetchPredicate.bound(to:in:)`. It contains only operations that give the same result in both.
package indirect enum BoundPredicate: Sendable {
    /// Nil is unknown.
    case constant(Bool?)
    case and([BoundPredicate])
    case or([BoundPredicate])
    case not(BoundPredicate)
    case relation(Relation, BoundOperand, BoundOperand)
    case isNull(BoundOperand)
    /// The operand equals one of the constants. There is at least one constant, and none is null.
    case member(BoundOperand, [PredicateScalar])
    /// The second operand, the pattern, is already folded; the test folds the first.
    case text(TextTest, BoundOperand, BoundOperand, FetchPredicate.Options)
    case matches(BoundOperand, TextPattern)
    /// The condition is true for some member; never unknown.
    case any(BoundCollection, BoundPredicate)
    /// The condition is true for every member; never unknown.
    case all(BoundCollection, BoundPredicate)

    /// A comparison of two values. `notEqual` treats null as a value; the others are unknown if a side is null.
    package enum Relation: Sendable, Equatable {
        case equal
        case notEqual
        case less
        case lessOrEqual
        case greater
        case greaterOrEqual
    }
}

/// A value that a predicate or a sort computes from an object.
package indirect enum BoundOperand: Sendable {
    case constant(PredicateScalar)
    case path(BoundPath)
    /// The operand as a double. SQLite may store a whole double as an integer, whose division would truncate.
    case real(BoundOperand)
    case arithmetic(FetchPredicate.Arithmetic, BoundOperand, BoundOperand)
    case negated(BoundOperand)
    case call(ScalarFunction, [BoundOperand])
    /// The first value if the condition is true, the second if it is false or unknown.
    case choice(BoundPredicate, BoundOperand, BoundOperand)
    case text(TextFunction, BoundOperand)
    case aggregate(BoundAggregate)
    /// Over the rows of a group, in dictionary results.
    case group(FetchPredicate.Aggregate, BoundOperand)
}

/// A function of a string.
package enum TextFunction: Sendable, Equatable {
    case lowercase
    case uppercase
    /// The length in UTF-16 units.
    case length
    case fold(FetchPredicate.Options)

    package func value(of text: String) -> PredicateScalar {
        switch self {
        case .lowercase: .text(text.lowercased())
        case .uppercase: .text(text.uppercased())
        case .length: .integer(Int64(text.utf16.count))
        case .fold(let options): .text(TextFolding.fold(text, options))
        }
    }
}

/// The path to a value: to-one relationships from the object of a scope, then a property.
///
/// Scope 0 is the tested object; each quantifier and each subquery opens the next scope for its members.
package struct BoundPath: Sendable {
    package let scope: Int
    package let steps: [BoundHop]
    package let leaf: Leaf

    package enum Leaf: Sendable {
        case attribute(slot: Int, layout: EntityLayout)
        /// The destination of a to-one relationship, as an ID.
        case reference(slot: Int, layout: EntityLayout)
        /// The object's own ID.
        case identity
        /// The name of the object's entity, which is one of those with the layout.
        case entityName(layout: EntityLayout)
        /// A number derived from the text in the slot.
        case computed(ComputedKey, slot: Int, layout: EntityLayout)
        /// The bare value that a validation predicate tests.
        case value
    }

    package init(scope: Int, steps: [BoundHop], leaf: Leaf) {
        self.scope = scope
        self.steps = steps
        self.leaf = leaf
    }
}

/// One relationship of a path.
package struct BoundHop: Sendable {
    package let slot: Int
    package let source: EntityLayout
    package let destination: EntityDescription
    package let isToMany: Bool
    /// For a to-many relationship: the slot of its inverse, if it has one, in the destination's layout.
    package let inverseSlot: Int?

    package init(
        slot: Int, source: EntityLayout, destination: EntityDescription, isToMany: Bool, inverseSlot: Int?
    ) {
        self.slot = slot
        self.source = source
        self.destination = destination
        self.isToMany = isToMany
        self.inverseSlot = inverseSlot
    }
}

/// The objects at the end of a path with at least one to-many relationship. An object can occur several times.
///
/// The last hop is the path's last to-many relationship. `memberScope` is the scope of the members.
package struct BoundCollection: Sendable {
    package let scope: Int
    package let hops: [BoundHop]
    package let memberScope: Int
}

/// A number computed from a collection: `@count`, `@sum` and so on, or the count of a subquery.
package struct BoundAggregate: Sendable {
    package enum Kind: String, Sendable {
        /// 0 without members.
        case count
        /// A double, like SQLite's `TOTAL`; 0 without members.
        case sum
        case min
        case max
        case avg
    }

    package let kind: Kind
    package let collection: BoundCollection
    /// The value to aggregate; nil for `count`.
    package let value: BoundOperand?
    /// The condition on members; nil for all.
    package let condition: BoundPredicate?
}
