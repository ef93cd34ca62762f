import Journal
import SurfLanguage

/// The contents of `journal.json`: the version of the files' format and the fields that their writers know.
package struct SyncFormat: Equatable, Sendable {
    package enum Failure: Error, Equatable, Sendable {
        case malformed
        /// A newer version of the program wrote the files. They must not be changed.
        case newer(version: Int)
    }

    package static let path = "journal.json"
    /// The highest version that this program reads, and the one that it writes.
    package static let version = 1
    /// The largest file, in bytes.
    package static let maxBytes = 1 << 16

    /// The names of the fields that the writers knew.
    package private(set) var fields: Set<String>
    private var others: [JSONObject.Member] = []

    /// The format of this version of the program.
    package init() { fields = Set(EntryField.allCases.map(\.name)) }

    /// Reads the file strictly.
    package init(_ bytes: [UInt8]) throws(Failure) {
        guard bytes.count <= SyncFormat.maxBytes, let document = try? JSONReader.value(bytes),
            let object = document.object, let version: Int = object["format"]?.integer(), version >= 1
        else { throw .malformed }
        if version > SyncFormat.version { throw .newer(version: version) }
        guard let elements = object["fields"]?.elements else { throw .malformed }
        let names = elements.compactMap(\.text)
        guard names.count == elements.count else { throw .malformed }
        fields = Set(names)
        others = object.members.filter { $0.key != "format" && $0.key != "fields" }
    }

    /// The file's bytes: fields sorted by name, then the keys that this version does not know.
    package var bytes: [UInt8] {
        let names = fields.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        let known: JSONObject = ["format": JSONValue(SyncFormat.version), "fields": JSONValue(names)]
        return JSONValue.object(
            known + JSONObject(others.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) })
        )
        .line
    }

    /// The format once this program has written as well: all fields that any writer knew.
    package func united(with other: SyncFormat) -> SyncFormat {
        var united = self
        united.fields.formUnion(other.fields)
        var known = Set(others.map { Array($0.key.utf8) })
        for member in other.others where known.insert(Array(member.key.utf8)).inserted {
            united.others.append(member)
        }
        return united
    }

    package static let readmePath = "README.md"
    package static let readme = Array(
        """
        # Surf sessions

        This is a surf journal that surfjournal exchanges between machines. Each file in `sessions` holds a month, one \
        session a line. Read them here or with `surfjournal import`; to change them, use `surfjournal` and then \
        `surfjournal sync`.

        """.utf8)
}
