/// Numbers places by their names, byte for byte, in the order that they are met.
struct PlaceIndex {
    private(set) var names: [String] = []
    private var numbers: [String: Int] = [:]

    /// The number of a place, a new one where its name is new.
    mutating func number(_ name: UnsafeBufferPointer<UInt8>) -> Int {
        let name = String(decoding: name, as: UTF8.self)
        if let number = numbers[name] { return number }
        numbers[name] = names.count
        names.append(name)
        return names.count - 1
    }
}
