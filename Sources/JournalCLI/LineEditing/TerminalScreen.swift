import Foundation

/// What goes to the terminal that a line is edited on.
///
/// Use on the main thread.
final class TerminalScreen {
    private let descriptor: Int32
    /// What stands for a scalar of the line editor's.
    var glyph: (Unicode.Scalar) -> String = { String(Character($0)) }
    /// Whether nothing is shown.
    var isMuted = false
    /// The bytes of a scalar that came in parts.
    private var rest: [UInt8] = []

    init(descriptor: Int32) { self.descriptor = descriptor }

    /// Shows a text as it is.
    func show(_ text: String) {
        if !isMuted { _ = Descriptor.write(Array(text.utf8), to: descriptor) }
    }

    /// Shows what the line editor writes, in UTF-8.
    func show(fromEditor bytes: UnsafeRawBufferPointer) {
        var text = ""
        let all = rest + bytes
        var index = 0
        while index < all.count {
            let end = index + TerminalScreen.length(all[index])
            if end > all.count { break }
            if end - index == 1 {
                text.unicodeScalars.append(Unicode.Scalar(all[index]))
            } else {
                for scalar in String(decoding: all[index..<end], as: UTF8.self).unicodeScalars { text += glyph(scalar) }
            }
            index = end
        }
        rest = Array(all[index...])
        show(text)
    }

    /// The columns that a row has now.
    var columns: Int {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    /// How many bytes a scalar has that begins with this one.
    private static func length(_ byte: UInt8) -> Int {
        switch byte {
        case 0xC2..<0xE0: 2
        case 0xE0..<0xF0: 3
        case 0xF0..<0xF5: 4
        default: 1
        }
    }
}
