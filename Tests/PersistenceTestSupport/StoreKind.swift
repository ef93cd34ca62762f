/// The kinds of store on which every store-independent behaviour is tested.
package enum StoreKind: String, CaseIterable, Sendable, CustomStringConvertible {
    case memory, sqlite

    package var description: String { rawValue }
}
