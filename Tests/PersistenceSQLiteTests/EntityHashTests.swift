import Testing

@testable import Persistence
@testable import PersistenceSQLite

/// The entity hashes that identify a store's model.
@Suite struct EntityHashTests {
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ])
    func `SHA-256 matches the standard's test vectors`(message: String, expected: String) {
        let digest = SHA256.digest(message.utf8).map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }
        #expect(digest.joined() == expected)
    }

    @Test func `an entity's hash depends on its properties but not on their order`() {
        let names = ["a", "b"]
        func entity(_ names: [String], _ type: AttributeType) -> EntityDescription {
            EntityDescription(name: "E", properties: names.map { AttributeDescription(name: $0, type: type) })
        }
        #expect(
            EntityHash.digest(of: entity(names, .string)) == EntityHash.digest(of: entity(names.reversed(), .string)))
        #expect(EntityHash.digest(of: entity(names, .string)) != EntityHash.digest(of: entity(names, .date)))
        #expect(EntityHash.digest(of: entity(["a|b"], .string)) != EntityHash.digest(of: entity(names, .string)))
    }
}
