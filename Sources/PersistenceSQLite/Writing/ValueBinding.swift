import Foundation
import Persistence
import SQLite

extension Statement {
    /// Binds a property's value in the format's representation. To-many values have no column and are bound as NULL.
    func bind(_ value: PropertyValue, at index: Int32) throws {
        switch value {
        case .null, .toMany, .ordered: try bindNull(at: index)
        case .integer(let number): try bind(int64: number, at: index)
        case .boolean(let flag): try bind(int64: flag ? 1 : 0, at: index)
        case .double(let number): try bind(double: number, at: index)
        case .float(let number): try bind(double: Double(number), at: index)
        case .date(let seconds): try bind(double: seconds, at: index)
        case .string(let text): try bind(text: text, at: index)
        case .decimal(let number): try bind(number, at: index)
        case .uri(let url): try bind(text: url.absoluteString, at: index)
        case .data(let data): try data.withUnsafeBytes { try bind(bytes: $0, at: index) }
        case .transformed(let value): try value.archived.withUnsafeBytes { try bind(bytes: $0, at: index) }
        case .uuid(let uuid): try withUnsafeBytes(of: uuid.uuid) { try bind(bytes: $0, at: index) }
        case .reference(let id): try bind(id.resolved.key, at: index)
        }
    }

    /// Binds an integer, or NULL.
    func bind(_ number: Int64?, at index: Int32) throws {
        if let number { try bind(int64: number, at: index) } else { try bindNull(at: index) }
    }

    /// The column's affinity converts the text to a number.
    private func bind(_ number: Decimal, at index: Int32) throws {
        if number.isNaN { try bindNull(at: index) } else { try bind(text: number.description, at: index) }
    }
}
