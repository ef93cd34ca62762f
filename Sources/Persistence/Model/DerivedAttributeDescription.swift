/// An attribute whose value each save computes from others. Set `type` to the type of the result; it is optional.
///
/// ```swift
/// let folded = DerivedAttributeDescription(name: "folded", type: .string)
/// folded.derivationExpression = FetchExpression(format: "canonical:(name)")
/// let spot = EntityDescription(
///     name: "Spot", properties: [AttributeDescription(name: "name", type: .string), folded])
/// // A search for "teahupoo" compares with this column, which has neither case nor accents.
/// ```
public final class DerivedAttributeDescription: AttributeDescription, @unchecked Sendable {
    /// What the value is: `now()`; another attribute or one at a key path over to-one relationships; `lowercase:`,
    /// `uppercase:` or `canonical:` of one; or `entries.@count`, `entries.@sum.length` and the other aggregates of a
    /// to-many relationship. Nil for an ordinary attribute.
    ///
    /// Relationships of the path need inverses. The value is computed in the save of a context without a parent, and in
    /// batches, so an object has it after the save.
    public var derivationExpression: FetchExpression? { willSet { requireMutable() } }

    /// An attribute without a name, of the type `undefined`.
    public override init() {
        super.init()
    }
}
