/// Ends the program with a sentence if the condition is false: a programmer's error, after which nothing is certain.
///
/// It takes the place of Swift's function of this name, which says nothing in a release build.
@inlinable @inline(__always)
package func precondition(
    _ condition: @autoclosure () -> Bool, _ sentence: @autoclosure () -> String = "", file: StaticString = #fileID,
    line: UInt = #line
) {
    if !condition() { preconditionFailure(sentence(), file: file, line: line) }
}

/// Ends the program with a sentence, in a release build too.
@usableFromInline @inline(never)
package func preconditionFailure(
    _ sentence: @autoclosure () -> String = "", file: StaticString = #fileID, line: UInt = #line
) -> Never {
    // Reached by a programmer's error alone: the caller broke a documented precondition.
    fatalError(sentence(), file: file, line: line)
}

/// What the body returns. Its error is a programmer's: it ends the program with the error's sentence.
func orTrap<Result>(_ body: () throws -> Result) -> Result {
    do {
        return try body()
    } catch {
        preconditionFailure("\(error)")
    }
}

extension EntityDescription {
    /// The sentence about a key that is no property, with the one that was probably meant.
    func lacks(_ key: String) -> String {
        let near = SpellingDistance.nearest(to: key, among: properties.map(\.name))
        return "Entity “\(name ?? "")” has no property named “\(key)”." + (near.map { " Did you mean “\($0)”?" } ?? "")
    }
}

extension ManagedObjectModel {
    /// The sentence about a name that no entity has, with the one that was probably meant.
    func lacksEntity(_ name: String) -> String {
        let near = SpellingDistance.nearest(to: name, among: entities.compactMap(\.name))
        return "The model has no entity named “\(name)”." + (near.map { " Did you mean “\($0)”?" } ?? "")
    }
}
