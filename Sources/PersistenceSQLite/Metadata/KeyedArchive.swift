/// The objects of a keyed archive (`NSKeyedArchiver`), read as data: no class is looked up, and no object is made.
///
/// An archive has a flat list of objects, which refer to each other by index. An object that is an instance of a class is
/// a dictionary of its encoded keys.
struct KeyedArchive {
    typealias Instance = [String: any Sendable]
    typealias Reference = BinaryPropertyList.Reference

    private let objects: [any Sendable]

    /// - Throws: `Damage` for bytes that are not a keyed archive.
    init(_ bytes: [UInt8]) throws(BinaryPropertyList.Damage) {
        let list = try BinaryPropertyList.value(of: bytes, keepsReferences: true) as? Instance
        guard let list, list["$archiver"] as? String == "NSKeyedArchiver",
            let objects = list["$objects"] as? [any Sendable]
        else { throw BinaryPropertyList.Damage() }
        self.objects = objects
    }

    /// The instances with a value for a key, with their indices.
    func instances(having key: String) -> [(index: Int, instance: Instance)] {
        objects.indices.compactMap { index in
            guard let instance = objects[index] as? Instance, instance[key] != nil else { return nil }
            return (index, instance)
        }
    }

    /// The index of the object that a key refers to; nil for none.
    func index(_ instance: Instance, _ key: String) -> Int? {
        guard let reference = instance[key] as? Reference, objects.indices.contains(reference.index),
            reference.index > 0
        else { return nil }
        return reference.index
    }

    /// The instance that a key refers to.
    func instance(_ instance: Instance, _ key: String) -> Instance? {
        index(instance, key).flatMap { objects[$0] as? Instance }
    }

    /// The text that a key has or refers to.
    func text(_ instance: Instance, _ key: String) -> String? {
        if let text = instance[key] as? String { return text }
        guard let index = index(instance, key) else { return nil }
        return objects[index] as? String ?? (objects[index] as? Instance)?["NS.string"] as? String
    }

    /// The number that a key has or refers to; a Boolean value is 0 or 1.
    func number(_ instance: Instance, _ key: String) -> Int? {
        let value = index(instance, key).map { objects[$0] } ?? instance[key]
        return value as? Int ?? (value as? Bool).map { $0 ? 1 : 0 }
    }

    /// The indices of the elements of the array, set or dictionary that a key refers to; of a dictionary, those of its
    /// values.
    func elements(_ instance: Instance, _ key: String) -> [Int] {
        let references = self.instance(instance, key)?["NS.objects"] as? [any Sendable] ?? []
        return references.compactMap { ($0 as? Reference)?.index }.filter(objects.indices.contains)
    }
}
