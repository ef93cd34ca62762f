/// Whether a class has a `validateValue(_:forKey:)` of its own. Only then are values made for it to look at.
///
/// Swift does not tell whether a method is overridden. The method's place in the table of methods shows when two classes
/// are compared that differ in nothing but this method; where a class has the root's entry in that place, it inherits the
/// method. When the place cannot be found every class counts as one that overrides it, which is right and only slower.
enum ValidatorOverride {
    private class Plain: ManagedObject {}

    private final class Overriding: Plain {
        override func validateValue(_ value: inout Any?, forKey key: String) throws { value = nil }
    }

    /// The method's place in the words of a class's metadata, whose form is known where there is no Objective-C.
    private static let place: Int? = {
        #if canImport(ObjectiveC)
            return nil
        #else
            return findPlace()
        #endif
    }()

    private static func findPlace() -> Int? {
        let (root, plain, overriding) = (table(ManagedObject.self), table(Plain.self), table(Overriding.self))
        let differing = root.indices.filter {
            $0 >= firstMember && root[$0] == plain[$0] && plain[$0] != overriding[$0]
        }
        return differing.count == 1 ? differing[0] : nil
    }

    static func isPresent(in objectClass: ManagedObject.Type) -> Bool {
        guard let place else { return true }
        return word(place, of: objectClass) != word(place, of: ManagedObject.self)
    }

    /// The words of a class's metadata, as many as the root's has: every class below it begins with the same.
    private static func table(_ objectClass: ManagedObject.Type) -> [UInt] {
        (0..<rootWordCount).map { word($0, of: objectClass) }
    }

    /// Behind kind, superclass, flags and sizes, description and destroyer.
    private static let firstMember = 7

    /// The size of a class's metadata, less what stands before the address point.
    private static var rootWordCount: Int {
        let sizes = Int(word(sizesWord, of: ManagedObject.self) & 0xFFFF_FFFF)
        let before = Int(word(sizesWord, of: ManagedObject.self) >> 32)
        return max(firstMember, (sizes - before) / MemoryLayout<UInt>.size)
    }

    private static let sizesWord = 4

    @inline(__always)
    private static func word(_ place: Int, of objectClass: ManagedObject.Type) -> UInt {
        unsafeBitCast(objectClass as AnyObject.Type, to: UnsafePointer<UInt>.self)[place]
    }
}
