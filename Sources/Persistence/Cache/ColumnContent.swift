/// What a column holds, in row blocks and in a store's table.
///
/// A block has one word for each column: the value itself, or the offset and length of its bytes (`isBytes`).
@usableFromInline package enum ColumnContent: UInt8, Sendable {
    case integer, boolean, double, float, date
    /// The key of a to-one relationship's destination.
    case reference
    /// The entity of that destination, if it can be one of several: its index in blocks, its number in tables.
    case entity
    /// The position in the ordered inverse of a to-one relationship.
    case order
    case string, decimal, data, uuid, uri, transformed
    /// Data and archives that may be in a file beside the store (`ExternalValue`).
    case externalData, externalArchive

    /// Whether a block's word is an offset and a length in the block's bytes.
    @inlinable package var isBytes: Bool { rawValue >= ColumnContent.string.rawValue }

    /// Whether the column holds the value of a slot, and nothing that goes with it.
    package var isValue: Bool {
        switch self {
        case .entity, .order: false
        default: true
        }
    }

    /// Whether the value may be in a file beside the store.
    package var isExternal: Bool {
        switch self {
        case .externalData, .externalArchive: true
        default: false
        }
    }

    init(_ slot: EntityLayout.Slot) {
        switch slot.kind {
        case .toOne, .toMany: self = .reference
        case .attribute(.binaryData) where slot.mayBeExternal: self = .externalData
        case .attribute(.transformable) where slot.mayBeExternal: self = .externalArchive
        case .attribute(let type): self = ColumnContent(type)
        }
    }

    private init(_ type: AttributeType) {
        switch type {
        case .integer16, .integer32, .integer64: self = .integer
        case .boolean: self = .boolean
        case .double: self = .double
        case .float: self = .float
        case .date: self = .date
        case .decimal: self = .decimal
        case .string: self = .string
        case .uuid: self = .uuid
        case .uri: self = .uri
        case .transformable: self = .transformed
        case .binaryData, .undefined, .objectID: self = .data
        }
    }
}
