import Foundation

/// Options and metadata of stores, as values that any thread may read.
extension [String: any Sendable] {
    /// Takes options as Core Data passes them. Keys that are not strings are left out; dictionaries of Foundation
    /// become those of the standard library.
    init(_ values: [AnyHashable: Any]?) {
        self = [:]
        for (key, value) in values ?? [:] {
            guard let key = key.base as? String else { continue }
            self[key] =
                (value as? NSDictionary).map { [String: any Sendable]($0 as? [AnyHashable: Any]) }
                ?? Dictionary.shared(value)
        }
    }

    /// Takes metadata as Core Data passes it.
    init(_ values: [String: Any]?) {
        self = (values ?? [:]).mapValues(Dictionary.shared)
    }

    /// `Sendable` has no requirements at run time, so a cast cannot test it. Options and metadata are values of property
    /// lists and immutable objects.
    private static func shared(_ value: Any) -> any Sendable {
        unsafeBitCast(AnyBox(value: value), to: SendableBox.self).value
    }
}

private struct AnyBox {
    let value: Any
}

private struct SendableBox {
    let value: any Sendable
}
