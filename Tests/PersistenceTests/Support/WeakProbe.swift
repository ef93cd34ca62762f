/// Tells whether an object is still alive.
final class WeakProbe<Object: AnyObject> {
    private(set) weak var object: Object?

    init(_ object: Object) {
        self.object = object
    }
}
