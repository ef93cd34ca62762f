/// Whether a class overrides `validateValue(_:forKey:)`. Only then are public values created to pass to it.
///
/// Swift cannot report whether a method is overridden. The method's index in the vtable is found by comparing two
/// classes that differ only in this method. A class that has the root class's entry at that index inherits the method.
/// If the index cannot be found, every class counts as overriding the method, which is correct but slower.
enum ValidatorOverride {
    private class Plain: ManagedObject {}

    private final class Overriding: Plain {
        override func validateValue(_ value: inout Any?, forKey key: String) throws { value = nil }
    }

    /// The method's word index in a class's metadata, whose layout is known on platforms without Objective-C.
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

    /// The words of a class's metadata, as many as the root class has: every subclass begins with the same layout.
    private static func table(_ objectClass: ManagedObject.Type) -> [UInt] {
        (0..<rootWordCount).map { word($0, of: objectClass) }
    }

    /// After kind, superclass, flags and sizes, description and destroyer.
    private static let firstMember = 7

    /// The size of a class's metadata, in words, without what comes before the address point.
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
