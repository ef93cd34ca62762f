import Foundation

/// Observes whether an object is alive without retaining it.
struct WeakProbe {
    weak var object: AnyObject?

    init(_ object: AnyObject) {
        self.object = object
    }

    var isAlive: Bool { object != nil }
}

extension [WeakProbe] {
    var allAlive: Bool { allSatisfy(\.isAlive) }
    var noneAlive: Bool { !contains(where: \.isAlive) }
}

/// Probes of the objects that `make` returns, which are not retained.
@inline(never)
func probes(_ make: () throws -> [AnyObject]) rethrows -> [WeakProbe] {
    try make().map(WeakProbe.init)
}

/// A probe of the object that `make` returns, which is not retained.
@inline(never)
func probe(_ make: () throws -> AnyObject) rethrows -> WeakProbe {
    WeakProbe(try make())
}

/// Runs `body` and releases everything that it created.
@inline(never)
func scope<T>(_ body: () throws -> T) rethrows -> T {
    try body()
}
