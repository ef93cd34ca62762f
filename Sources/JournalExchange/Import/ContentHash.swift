import Journal
import SurfLanguage

/// A hash of an entry's content: every field, the date to the second, and empty text as if absent.
///
/// Different contents may have the same hash, so matches are compared before they count.
struct ContentHash {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    /// The hash of an entry's values.
    static func of(_ values: EntryValues) -> UInt64 {
        var hash = ContentHash()
        for field in EntryField.allCases {
            switch values[field] {
            case .date(let date)?: hash.add(field, second: date)
            case .integer(let number)?: hash.add(field, UInt64(bitPattern: Int64(number)))
            case .number(let number)?: hash.add(field, number: number)
            case .text(var text)?: text.withUTF8 { hash.add(field, text: $0) }
            case nil: continue
            }
        }
        return hash.value
    }

    /// The hash of a row in a block, without making strings.
    static func of(_ row: Int, in block: RecordBlock, _ columns: [(EntryField, BlockColumn)]) -> UInt64 {
        var hash = ContentHash()
        for (field, column) in columns {
            switch column {
            case .date(let slot): if let date = block.date(row, column: slot) { hash.add(field, second: date) }
            case .integer(let slot):
                if let number = block.integer(row, column: slot) {
                    hash.add(field, UInt64(bitPattern: Int64(number)))
                }
            case .number(let slot): if let number = block.number(row, column: slot) { hash.add(field, number: number) }
            case .text(let slot):
                guard let text = block.text(row, column: slot) else { continue }
                if text.isUTF8 {
                    hash.add(field, text: text)
                } else {
                    var text = String(decoding: text, as: UTF8.self)
                    text.withUTF8 { hash.add(field, text: $0) }
                }
            case .id, .rev, .sample, .absent: continue
            }
        }
        return hash.value
    }

    private mutating func add(_ field: EntryField, second date: Double) {
        add(field, (date.rounded(.down) + 0).bitPattern)
    }

    /// Adding 0 gives zero and negative zero the same hash.
    private mutating func add(_ field: EntryField, number: Double) { add(field, (number + 0).bitPattern) }

    private mutating func add(_ field: EntryField, text: UnsafeBufferPointer<UInt8>) {
        if text.isEmpty { return }
        mix(UInt64(field.order) << 32 | UInt64(text.count))
        var index = 0
        let raw = UnsafeRawBufferPointer(text)
        while index &+ 8 <= text.count {
            mix(raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
            index &+= 8
        }
        var rest: UInt64 = 0
        while index < text.count {
            rest = rest << 8 | UInt64(text[index])
            index &+= 1
        }
        mix(rest)
    }

    private mutating func add(_ field: EntryField, _ word: UInt64) {
        mix(UInt64(field.order) << 32)
        mix(word)
    }

    /// Multiplies to 128 bits and folds the halves together.
    private mutating func mix(_ word: UInt64) {
        let product = (value ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        value = product.high ^ product.low &+ 0x2545_F491_4F6C_DD1D
    }
}

extension EntryField {
    /// The field's position in the order of columns.
    fileprivate var order: Int { EntryField.orders[self] ?? 0 }

    private static let orders = Dictionary(
        uniqueKeysWithValues: EntryField.allCases.enumerated().map { ($1, $0) })
}
