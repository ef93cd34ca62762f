import Foundation
import Persistence
import Testing

/// A format as published code has it, its arguments, and the letters of the objects that it finds.
struct FormatCase: Sendable {
    let format: String
    let found: String
    let arguments: @Sendable (FormatLibrary) -> [Any?]

    init(_ format: String, _ found: String, _ arguments: @escaping @Sendable (FormatLibrary) -> [Any?] = { _ in [] }) {
        (self.format, self.found, self.arguments) = (format, found, arguments)
    }
}

/// The formats by topic.
struct FormatGroup: Sendable, CustomTestStringConvertible {
    let name: String
    var entity = "Book"
    let cases: [FormatCase]

    var testDescription: String { name }
}
