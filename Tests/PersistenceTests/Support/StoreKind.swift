/// The kinds of store on which every store-independent behaviour is tested.
enum StoreKind: String, CaseIterable, Sendable, CustomStringConvertible {
    case memory, sqlite

    var description: String { rawValue }
}
