/// A buffer for the texts of the row that is being written. SQLite reads bound texts directly from it, which saves an
/// allocation and a copy in SQLite for each row.
///
/// The texts stay valid until `removeAll()`, which is called before the next row is bound. A text that does not fit is
/// bound in the usual way.
final class BindingBytes {
    private static let capacity = 4_096

    private let start = UnsafeMutablePointer<UInt8>.allocate(capacity: BindingBytes.capacity)
    private var count = 0

    deinit {
        start.deallocate()
    }

    func removeAll() { count = 0 }

    /// Copies bytes into the buffer; nil if they do not fit.
    func keep(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8>? {
        guard let source = bytes.baseAddress, bytes.count <= BindingBytes.capacity - count else { return nil }
        let place = start + count
        place.update(from: source, count: bytes.count)
        count += bytes.count
        return UnsafeBufferPointer(start: place, count: bytes.count)
    }
}
