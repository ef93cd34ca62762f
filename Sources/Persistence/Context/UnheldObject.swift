import CSwiftRuntime

/// An object that the identity map knows and does not hold. Its last reference may go at any time, on any thread.
///
/// Its memory is there for as long as the map has it: an object leaves the map as it dies, or keeps its memory until the
/// map lets go of it (`DepartedObject`). A weak reference would say the same, and cost more than the rest of an object.
struct UnheldObject {
    private let address: UnsafeMutableRawPointer

    @inline(__always)
    init(_ object: ManagedObject) {
        address = Unmanaged.passUnretained(object).toOpaque()
    }

    /// The object, held; nil once its last reference is gone.
    @inline(__always) var living: ManagedObject? {
        guard let held = cswift_hold(address) else { return nil }
        return Unmanaged<ManagedObject>.fromOpaque(held).takeRetainedValue()
    }

    /// Whether it is this object, dead or alive.
    @inline(__always)
    func isSame(as other: UnheldObject) -> Bool { address == other.address }
}

/// An object that died where the map could not be touched, since another thread used the context. What it held is gone; its
/// memory stays for as long as this does, so that whoever finds it in the map sees that it is dead.
struct DepartedObject {
    let object: UnheldObject
    /// The ID that the map knows it by.
    let id: ManagedObjectID
    /// Whether its store is yet to be told.
    let isUntold: Bool
    private unowned let memory: ManagedObject

    init(_ object: ManagedObject, isUntold: Bool) {
        self.object = UnheldObject(object)
        id = object.namedID
        self.isUntold = isUntold
        memory = object
    }
}
