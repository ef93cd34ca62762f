/// A predicate with its key paths resolved to slots and its constants converted: what the evaluator and the SQL compiler
/// both read. Made by `FetchPredicate.bound(to:in:)`; it holds only what both can do alike.
package indirect enum BoundPredicate: Sendable {
    /// Nil is unknown.
    case constant(Bool?)
    case and([BoundPredicate])
    case or([BoundPredicate])
    case not(BoundPredicate)
    case relation(Relation, BoundOperand, BoundOperand)
    case isNull(BoundOperand)
    /// Whether the operand is one of the constants; none of them is null, and there is at least one.
    case member(BoundOperand, [PredicateScalar])
    /// The second operand, the pattern, is folded already; the test folds the first.
    case text(TextTest, BoundOperand, BoundOperand, FetchPredicate.Options)
    case matches(BoundOperand, TextPattern)
    /// Whether the condition is true for some member; never unknown.
    case any(BoundCollection, BoundPredicate)
    /// Whether the condition is true for every member; never unknown.
    case all(BoundCollection, BoundPredicate)

    /// An order of two values. `notEqual` treats null as a value of its own; the others are unknown with one.
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
    /// The operand as a double: SQLite may keep a whole one as an integer, which would divide otherwise.
    case real(BoundOperand)
    case arithmetic(FetchPredicate.Arithmetic, BoundOperand, BoundOperand)
    case negated(BoundOperand)
    case absolute(BoundOperand)
    case text(TextFunction, BoundOperand)
    case aggregate(BoundAggregate)
}

/// A function of a text.
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

/// Where a value is: to-one relationships from the object of a scope, then a property.
///
/// Scope 0 is the object that is tested; each quantifier and subquery opens the next one for its members.
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
        /// A number derived from the text in the slot.
        case computed(ComputedKey, slot: Int, layout: EntityLayout)
        /// The bare value that a validation predicate tests.
        case value
    }
}

/// One relationship of a path.
package struct BoundHop: Sendable {
    package let slot: Int
    package let source: EntityLayout
    package let destination: EntityDescription
    package let isToMany: Bool
    /// For a to-many relationship: the slot of its inverse in the destination's layout.
    package let inverseSlot: Int?
}

/// The objects that a path with at least one to-many relationship leads to; an object may be in it several times.
///
/// The last hop is the last to-many one. The members' scope is `memberScope`.
package struct BoundCollection: Sendable {
    package let scope: Int
    package let hops: [BoundHop]
    package let memberScope: Int
}

/// A number over a collection: `@count` and its kin, or the count of a subquery.
package struct BoundAggregate: Sendable {
    package enum Kind: String, Sendable {
        /// 0 where there is no member.
        case count
        /// A double, as SQLite's `TOTAL`; 0 where there is no member.
        case sum
        case min
        case max
        case avg
    }

    package let kind: Kind
    package let collection: BoundCollection
    /// What is aggregated; nil for `count`.
    package let value: BoundOperand?
    /// Which members count; nil for all.
    package let condition: BoundPredicate?
}
