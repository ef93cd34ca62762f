import Foundation

/// Scalars as libedit has them: one `wchar_t` each.
enum WideText {
    /// What libedit has; what is no scalar becomes U+FFFD.
    static func scalars(_ wide: UnsafeBufferPointer<wchar_t>) -> [Unicode.Scalar] {
        wide.map { Unicode.Scalar(UInt32(bitPattern: $0)) ?? "\u{FFFD}" }
    }

    /// Calls `body` with the scalars as libedit takes them, a zero behind them.
    static func with<Result>(
        _ scalars: [Unicode.Scalar], _ body: (UnsafePointer<wchar_t>) -> Result
    ) -> Result {
        let wide = scalars.filter { $0.value != 0 }.map { wchar_t($0.value) } + [0]
        return wide.withUnsafeBufferPointer { buffer in
            // An array with a zero in it has an address.
            body(buffer.baseAddress!)
        }
    }

    static func with<Result>(_ text: String, _ body: (UnsafePointer<wchar_t>) -> Result) -> Result {
        with(Array(text.unicodeScalars), body)
    }
}
