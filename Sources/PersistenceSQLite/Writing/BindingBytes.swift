/// Texts of the row that is being written, kept where SQLite reads them: bound from here they are not copied into memory
/// that SQLite finds and frees for each row.
///
/// What was kept stays until `removeAll()`, which comes before the next row is bound. A text that finds no room is bound in
/// the usual way.
final class BindingBytes {
    private static let capacity = 4_096

    private let start = UnsafeMutablePointer<UInt8>.allocate(capacity: BindingBytes.capacity)
    private var count = 0

    deinit {
        start.deallocate()
    }

    func removeAll() { count = 0 }

    /// Copies bytes; nil where there is no room.
    func keep(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8>? {
        guard let source = bytes.baseAddress, bytes.count <= BindingBytes.capacity - count else { return nil }
        let place = start + count
        place.update(from: source, count: bytes.count)
        count += bytes.count
        return UnsafeBufferPointer(start: place, count: bytes.count)
    }
}
