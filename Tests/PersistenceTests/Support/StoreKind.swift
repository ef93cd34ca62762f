/// The kinds of store that every store-independent behaviour is shown on.
enum StoreKind: String, CaseIterable, Sendable, CustomStringConvertible {
    case memory, sqlite

    var description: String { rawValue }
}
