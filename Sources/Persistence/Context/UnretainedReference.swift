import CSwiftRuntime

/// A reference to an object whose last strong reference can be released at any time, on any thread. It does not retain
/// the object, and can test whether it is alive.
///
/// The memory must stay valid: the identity map and its context's `memory` see to that. A deallocated object either
/// leaves the map first, or keeps its memory until the map removes it (`DeallocatedObject`).
///
/// It retains with `swift_tryRetain`, as weak references do. A lock would not do, because the last reference is gone
/// before `deinit` could take one. A weak reference gives each object a second piece of memory, which costs 18 % of the
/// instructions of `fetch, cold context` and 20 % of `fetch again what is registered`.
struct UnretainedReference<Object: AnyObject> {
    let address: UnsafeMutableRawPointer

    @inline(__always)
    init(_ object: Object) {
        address = Unmanaged.passUnretained(object).toOpaque()
    }

    init(address: UnsafeMutableRawPointer) {
        self.address = address
    }

    /// The object, retained; nil once its last reference was released.
    @inline(__always) var retained: Object? {
        guard let held = cswift_hold(address) else { return nil }
        return Unmanaged<Object>.fromOpaque(held).takeRetainedValue()
    }

    /// Whether both refer to the same object, alive or not.
    @inline(__always)
    func isSame(as other: UnretainedReference) -> Bool { address == other.address }
}

/// An object that was deallocated while another thread used the context, so that it could not leave the map. It has
/// released everything that it held. Its memory remains as long as this value does, so that a look-up that finds it in
/// the map sees that it was deallocated.
struct DeallocatedObject {
    let object: UnretainedReference<ManagedObject>
    /// The ID under which it is registered.
    let id: ManagedObjectID
    /// Whether its store has not been notified yet.
    let needsNotification: Bool
    private unowned let memory: ManagedObject

    init(_ object: ManagedObject, needsNotification: Bool) {
        self.object = UnretainedReference(object)
        id = object.registeredID
        self.needsNotification = needsNotification
        memory = object
    }
}
