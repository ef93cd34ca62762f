import Foundation

/// A position in the history of one or more stores: for each store, the number of the last transaction before it.
///
/// ```swift
/// let token = container.persistentStoreCoordinator.currentPersistentHistoryToken(fromStores: nil)
/// let data = try JSONEncoder().encode(token)
/// // In a file, until the next start:
/// let stored = try JSONDecoder().decode(PersistentHistoryToken.self, from: data)
/// try context.execute(PersistentHistoryChangeRequest.deleteHistory(before: stored))
/// // History before the token is gone; an older token would now throw `persistentHistoryTokenExpired`.
/// ```
///
/// Archive or encode it to fetch later everything that was saved after it. Tokens are equal if they contain the same
/// transactions. A Sendable value.
public final class PersistentHistoryToken: NSObject, NSSecureCoding, NSCopying, Codable, Sendable {
    /// The number of a transaction, by the UUID of its store.
    package let transactionNumbers: [String: Int64]

    package init(_ transactionNumbers: [String: Int64]) {
        self.transactionNumbers = transactionNumbers
    }

    /// Always true: only a token is decoded as a token.
    public static var supportsSecureCoding: Bool { true }

    /// Unarchives a token. Returns nil if the archive does not contain a token.
    public init?(coder: NSCoder) {
        guard let data = coder.decodeObject(of: NSData.self, forKey: "transactions"),
            let numbers = try? JSONDecoder().decode([String: Int64].self, from: Data(referencing: data))
        else { return nil }
        transactionNumbers = numbers
    }

    public func encode(with coder: NSCoder) {
        guard let data = try? JSONEncoder().encode(transactionNumbers) else { return }
        coder.encode(NSData(data: data), forKey: "transactions")
    }

    /// Decodes a token.
    /// - Throws: `DecodingError` if the data is not an encoded token.
    public convenience init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode([String: Int64].self))
    }

    /// Encodes the token.
    /// - Throws: the encoder's error.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(transactionNumbers)
    }

    public func copy(with zone: NSZone? = nil) -> Any { self }

    public override func isEqual(_ object: Any?) -> Bool {
        (object as? PersistentHistoryToken)?.transactionNumbers == transactionNumbers
    }

    public override var hash: Int { transactionNumbers.hashValue }

    public override var description: String {
        transactionNumbers.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value)" }.joined(separator: ",")
    }
}
