import Foundation

/// The conversion between property values and columns, in both directions: what is read from a block's column, and what
/// is written to it. `ColumnContent` says what each column holds.
extension RowBlock {
    /// The value of a slot that has a column. Traps if it is in a file that cannot be read.
    package func value(_ row: Int, slot: Int) -> PropertyValue {
        do {
            return try readValue(row, slot: slot)
        } catch {
            preconditionFailure("“\(table.layout.slots[slot].name)” of \(objectID(row)) could not be read: \(error)")
        }
    }

    /// The value of a slot that has a column.
    /// - Throws: the error of reading a value that is in a file beside the store.
    package func readValue(_ row: Int, slot: Int) throws -> PropertyValue {
        if isNull(row, column: slot) { return .null }
        switch contents[slot] {
        case .integer: return .integer(Int64(bitPattern: word(row, column: slot)))
        case .boolean: return .boolean(word(row, column: slot) != 0)
        case .double: return .double(Double(bitPattern: word(row, column: slot)))
        case .float: return .float(Float(Double(bitPattern: word(row, column: slot))))
        case .date: return .date(Double(bitPattern: word(row, column: slot)))
        case .string: return .string(String(decoding: bytes(row, column: slot), as: UTF8.self))
        case .reference: return reference(row, slot: slot)
        case .decimal, .data, .uuid, .uri, .transformed, .entity, .order: return decoded(row, slot: slot)
        case .externalData: return .data(try external(row, slot: slot))
        case .externalArchive: return archived(try external(row, slot: slot), slot: slot)
        }
    }

    /// Whether reading the value of a slot may fail, because it may be in a file.
    func mayFail(slot: Int) -> Bool { slot < contents.count && contents[slot].isExternal }

    private func external(_ row: Int, slot: Int) throws -> Data {
        switch ExternalValue(bytes(row, column: slot)) {
        case .inline(let data)?: return data
        case .file(let name)?:
            if let store = table.store { return try store.backend.externalData(named: name) }
            throw PersistenceError(.invalidStore, "The store of \(objectID(row)) was removed.")
        case nil:
            throw PersistenceError(
                .corruptStore,
                "“\(table.layout.slots[slot].name)” of \(objectID(row)) is damaged: it is neither a value nor the name of a file."
            )
        }
    }

    private func archived(_ data: Data, slot: Int) -> PropertyValue {
        let attribute = table.layout.slots[slot].attribute
        return .transformed(
            TransformedValue(
                archived: data, transformerName: attribute?.archivingTransformerName,
                valueClassName: attribute?.ownValueClassName))
    }

    /// Whether a slot that has a column contains the same bytes as this text.
    func holds(_ text: String, _ row: Int, slot: Int) -> Bool {
        guard slot < contents.count, case .string = contents[slot], !isNull(row, column: slot) else { return false }
        return text.hasBytes(bytes(row, column: slot))
    }

    /// The values of a row that are not null.
    package func values(_ row: Int) -> SparseValues {
        var values = SparseValues()
        values.reserve(contents.count)
        for slot in contents.indices where !isNull(row, column: slot) {
            values.append(value(row, slot: slot), at: slot)
        }
        return values
    }

    private func reference(_ row: Int, slot: Int) -> PropertyValue {
        let key = Int64(bitPattern: word(row, column: slot))
        let entityColumn = table.layout.slots[slot].entityColumn
        let entityIndex = entityColumn.flatMap { isNull(row, column: $0) ? nil : Int(word(row, column: $0)) }
        guard let id = table.destinationID(slot: slot, entityIndex: entityIndex, key: key) else { return .null }
        return .reference(id)
    }

    private func decoded(_ row: Int, slot: Int) -> PropertyValue {
        let content = bytes(row, column: slot)
        switch contents[slot] {
        case .decimal:
            return Decimal(string: String(decoding: content, as: UTF8.self)).map(PropertyValue.decimal) ?? .null
        case .uuid:
            guard content.count == 16 else { return .null }
            return .uuid(UUID(uuid: UnsafeRawPointer(content.baseAddress!).loadUnaligned(as: uuid_t.self)))
        case .uri:
            return URL(string: String(decoding: content, as: UTF8.self)).map(PropertyValue.uri) ?? .null
        case .transformed: return archived(Data(content), slot: slot)
        default:
            return .data(Data(content))
        }
    }
}

extension RowBlockBuilder {
    /// Sets a column from a value of the slot's type. To-many changes have no column and set it to null.
    package func set(_ value: PropertyValue, slot: Int) {
        switch value {
        case .null, .toMany, .ordered: setNull(slot: slot)
        case .integer(let number): set(int64: number, column: slot)
        case .boolean(let flag): set(int64: flag ? 1 : 0, column: slot)
        case .double(let number): set(double: number, column: slot)
        case .float(let number): set(double: Double(number), column: slot)
        case .date(let seconds): set(double: seconds, column: slot)
        case .string(let text): set(text: text, column: slot)
        case .decimal(let number): set(text: number.description, column: slot)
        case .uri(let url): set(text: url.absoluteString, column: slot)
        case .data(let data): set(data: data, slot: slot)
        case .transformed(let value): set(data: value.archived, slot: slot)
        case .uuid(let uuid): withUnsafeBytes(of: uuid.uuid) { set(bytes: $0.bindMemory(to: UInt8.self), column: slot) }
        case .reference(let id): set(reference: id, slot: slot)
        }
    }

    private func setNull(slot: Int) {
        setNull(column: slot)
        if let column = table.layout.slots[slot].entityColumn { setNull(column: column) }
    }

    private func set(text: String, column: Int) {
        let isSet: Void? = text.utf8.withContiguousStorageIfAvailable { set(bytes: $0, column: column) }
        if isSet != nil { return }
        var text = text
        text.withUTF8 { set(bytes: $0, column: column) }
    }

    private func set(data: Data, slot: Int) {
        let data = table.layout.contents[slot].isExternal ? ExternalValue.inline(data).bytes : data
        data.withUnsafeBytes { set(bytes: $0.bindMemory(to: UInt8.self), column: slot) }
    }

    private func set(reference id: ManagedObjectID, slot: Int) {
        guard let key = id.resolvedKey else { return setNull(slot: slot) }
        set(int64: key, column: slot)
        if let column = table.layout.slots[slot].entityColumn {
            set(int64: Int64(id.entity.entityIndex), column: column)
        }
    }
}
