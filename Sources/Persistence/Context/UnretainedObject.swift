import CSwiftRuntime

/// An unretained reference to an object in the identity map. The object's last reference can be released at any time,
/// on any thread.
///
/// The memory remains valid while the map has the entry: a deallocated object either leaves the map first, or keeps its
/// memory until the map removes it (`DeallocatedObject`). A weak reference would do the same, but cost more than the
/// rest of an object.
struct UnretainedObject {
    private let address: UnsafeMutableRawPointer

    @inline(__always)
    init(_ object: ManagedObject) {
        address = Unmanaged.passUnretained(object).toOpaque()
    }

    /// The object, retained; nil once its last reference was released.
    @inline(__always) var retained: ManagedObject? {
        guard let held = cswift_hold(address) else { return nil }
        return Unmanaged<ManagedObject>.fromOpaque(held).takeRetainedValue()
    }

    /// Whether both refer to the same object, alive or not.
    @inline(__always)
    func isSame(as other: UnretainedObject) -> Bool { address == other.address }
}

/// An object that was deallocated while another thread used the context, so that it could not leave the map. It has
/// released everything that it held. Its memory remains as long as this value does, so that a look-up that finds it in
/// the map sees that it was deallocated.
struct DeallocatedObject {
    let object: UnretainedObject
    /// The ID under which it is registered.
    let id: ManagedObjectID
    /// Whether its store has not been notified yet.
    let needsNotification: Bool
    private unowned let memory: ManagedObject

    init(_ object: ManagedObject, needsNotification: Bool) {
        self.object = UnretainedObject(object)
        id = object.registeredID
        self.needsNotification = needsNotification
        memory = object
    }
}
