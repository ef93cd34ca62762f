import Foundation

/// The output to a terminal: every byte, and the resulting screen. A separate thread reads it.
final class TerminalRecord: @unchecked Sendable {
    private let condition = NSCondition()
    private var writtenScreen: Screen
    private var writtenBytes: [UInt8] = []
    private var isClosing = false
    private var isAtEnd = false

    init(_ screen: Screen) { writtenScreen = screen }

    /// The current screen.
    var screen: Screen { condition.withLock { writtenScreen } }

    /// Every byte that was written.
    var bytes: [UInt8] { condition.withLock { writtenBytes } }

    /// Changes the size of the screen.
    func resize(columns: Int, rows: Int) {
        condition.withLock { writtenScreen.resize(columns: columns, rows: rows) }
    }

    /// Waits until the record meets a condition; returns false if it does not within that many seconds.
    func wait(seconds: Double, until isRight: (TerminalRecord) -> Bool) -> Bool {
        let limit = Date(timeIntervalSinceNow: seconds)
        while true {
            let known = condition.withLock { (count: writtenBytes.count, isAtEnd: isAtEnd) }
            if isRight(self) { return true }
            if known.isAtEnd || !waitsForMore(than: known.count, until: limit) { return isRight(self) }
        }
    }

    /// Waits until more than the given number of bytes was written; returns false at the time limit.
    private func waitsForMore(than count: Int, until limit: Date) -> Bool {
        condition.withLock {
            while writtenBytes.count == count, !isAtEnd {
                if !condition.wait(until: limit) { return false }
            }
            return true
        }
    }

    /// Whether there is nothing more to read because the programs on the terminal ended or it was closed.
    var hasEnded: Bool { condition.withLock { isAtEnd } }

    /// Makes the reading thread close the terminal, because a descriptor stays open while another thread reads it.
    func close() { condition.withLock { isClosing = true } }

    /// Starts reading the terminal.
    func read(_ descriptor: Int32) {
        Thread.detachNewThread {
            var (buffer, rest) = ([UInt8](repeating: 0, count: 4096), [UInt8]())
            while !self.condition.withLock({ self.isClosing }) {
                var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                if poll(&request, 1, 20) <= 0 { continue }
                let count = Foundation.read(descriptor, &buffer, buffer.count)
                self.take(buffer[..<max(0, count)], after: &rest)
                if count <= 0 { usleep(20_000) }
            }
            Foundation.close(descriptor)
            self.take([], after: &rest)
        }
    }

    /// Records bytes that were read; an empty read is the end, unless more follow.
    private func take(_ bytes: ArraySlice<UInt8>, after rest: inout [UInt8]) {
        rest += bytes
        let whole = TerminalRecord.wholeScalars(rest)
        let text = String(decoding: rest[..<whole], as: UTF8.self)
        rest.removeFirst(whole)
        condition.withLock {
            isAtEnd = bytes.isEmpty
            writtenBytes += bytes
            writtenScreen.write(text)
            condition.broadcast()
        }
    }

    /// The number of bytes before an incomplete UTF-8 sequence at the end.
    private static func wholeScalars(_ bytes: [UInt8]) -> Int {
        guard let start = bytes.lastIndex(where: { $0 & 0xC0 != 0x80 }), bytes[start] >= 0xC0 else {
            return bytes.count
        }
        let length = bytes[start] < 0xE0 ? 2 : bytes[start] < 0xF0 ? 3 : 4
        return bytes.count - start < length ? start : bytes.count
    }
}
