import Foundation

/// Converts scalars to and from libedit's form, one `wchar_t` each.
enum WideText {
    /// The scalars of libedit's text. Values that are not scalars become U+FFFD.
    static func scalars(_ wide: UnsafeBufferPointer<wchar_t>) -> [Unicode.Scalar] {
        wide.map { Unicode.Scalar(UInt32(bitPattern: $0)) ?? "\u{FFFD}" }
    }

    /// Calls `body` with the scalars as `wchar_t`, terminated by zero.
    static func with<Result>(
        _ scalars: [Unicode.Scalar], _ body: (UnsafePointer<wchar_t>) -> Result
    ) -> Result {
        let wide = scalars.filter { $0.value != 0 }.map { wchar_t($0.value) } + [0]
        return wide.withUnsafeBufferPointer { buffer in
            // The array contains at least the zero, so it has an address.
            body(buffer.baseAddress!)
        }
    }

    static func with<Result>(_ text: String, _ body: (UnsafePointer<wchar_t>) -> Result) -> Result {
        with(Array(text.unicodeScalars), body)
    }
}
