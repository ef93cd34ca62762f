import Foundation

/// Looks at an object without keeping it.
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

/// Probes of what `make` returns, which is let go.
@inline(never)
func probes(_ make: () throws -> [AnyObject]) rethrows -> [WeakProbe] {
    try make().map(WeakProbe.init)
}

/// A probe of what `make` returns, which is let go.
@inline(never)
func probe(_ make: () throws -> AnyObject) rethrows -> WeakProbe {
    WeakProbe(try make())
}

/// Runs `body` and lets go of everything that it made.
@inline(never)
func scope<T>(_ body: () throws -> T) rethrows -> T {
    try body()
}
