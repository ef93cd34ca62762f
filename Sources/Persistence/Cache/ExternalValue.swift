import Foundation

/// What the column of an attribute holds that allows external storage: the value, or the name of a file with it.
///
/// The first byte is 1 before a value. It is 2 before a name, which is the text of a UUID and ends with a zero byte.
/// Row blocks hold the same bytes, so that a file is read only when its value is.
package enum ExternalValue {
    case inline(Data)
    case file(name: String)

    private static let inlineMark: UInt8 = 1
    private static let fileMark: UInt8 = 2

    /// Nil for bytes of another form.
    package init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        switch bytes.first {
        case ExternalValue.inlineMark: self = .inline(Data(bytes.dropFirst()))
        case ExternalValue.fileMark:
            let name = String(decoding: bytes.dropFirst().prefix { $0 != 0 }, as: UTF8.self)
            guard UUID(uuidString: name) != nil else { return nil }
            self = .file(name: name)
        default: return nil
        }
    }

    /// The bytes of the column.
    package var bytes: Data {
        switch self {
        case .inline(let data):
            var bytes = Data(capacity: data.count + 1)
            bytes.append(ExternalValue.inlineMark)
            bytes.append(data)
            return bytes
        case .file(let name): return Data([ExternalValue.fileMark] + name.utf8 + [0])
        }
    }

    /// The bytes of the value in such a column, if it is there and is longer than a limit.
    package static func value(
        in bytes: UnsafeBufferPointer<UInt8>, longerThan limit: Int
    ) -> UnsafeBufferPointer<UInt8>? {
        guard bytes.first == inlineMark, bytes.count - 1 > limit else { return nil }
        return UnsafeBufferPointer(rebasing: bytes.dropFirst())
    }
}
