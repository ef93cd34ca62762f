import Foundation
import Journal

/// The terminal on which a line is edited. Use it on the main thread.
final class TerminalScreen {
    private let descriptor: Int32

    init(descriptor: Int32) { self.descriptor = descriptor }

    /// Writes a text unchanged.
    func show(_ text: String) {
        if !text.isEmpty { try? Descriptor.standard(descriptor).write(Array(text.utf8)[...]) }
    }

    /// Receives the line editor's own drawing and passes on only the bell.
    func take(_ bytes: UnsafeRawBufferPointer) {
        if bytes.contains(0x07) { show("\u{07}") }
    }

    /// The current numbers of columns and rows.
    var size: (columns: Int, rows: Int) {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 1, size.ws_row > 0 else { return (80, 24) }
        return (Int(size.ws_col), Int(size.ws_row))
    }
}
