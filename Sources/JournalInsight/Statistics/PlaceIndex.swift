import Journal

/// Numbers places by name, byte for byte, in order of first use.
struct PlaceIndex {
    private(set) var names: [String] = []
    private var numbers: [String: Int] = [:]

    /// The number of a place. A new name gets the next number.
    mutating func number(_ name: UnsafeBufferPointer<UInt8>) -> Int {
        let name = String(decoding: name, as: UTF8.self)
        if let number = numbers[name] { return number }
        numbers[name] = names.count
        names.append(name)
        return names.count - 1
    }
}
