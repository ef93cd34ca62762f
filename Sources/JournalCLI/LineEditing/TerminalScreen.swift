import Foundation

/// The terminal that a line is edited on. Use on the main thread.
final class TerminalScreen {
    private let descriptor: Int32

    init(descriptor: Int32) { self.descriptor = descriptor }

    /// Shows a text as it is.
    func show(_ text: String) {
        if !text.isEmpty { _ = Descriptor.write(Array(text.utf8), to: descriptor) }
    }

    /// Takes what the line editor would draw itself. Of that only the bell is let through.
    func take(_ bytes: UnsafeRawBufferPointer) {
        if bytes.contains(0x07) { show("\u{07}") }
    }

    /// The columns of a row and the rows, as they are now.
    var size: (columns: Int, rows: Int) {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 1, size.ws_row > 0 else { return (80, 24) }
        return (Int(size.ws_col), Int(size.ws_row))
    }
}
