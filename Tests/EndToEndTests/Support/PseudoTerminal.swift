import Foundation

/// A terminal that a test plays the person at.
final class PseudoTerminal {
    /// The side that the program reads and writes.
    let program: FileHandle
    /// The path of that side.
    let path: String
    private let person: FileHandle

    init() throws {
        let (descriptor, name) = try PseudoTerminal.opened()
        path = name
        person = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        let other = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard other >= 0 else { throw POSIXError(.ENOTTY) }
        program = FileHandle(fileDescriptor: other, closeOnDealloc: true)
    }

    /// Types a line, ahead of the question.
    func type(_ line: String) throws { try person.write(contentsOf: Data((line + "\n").utf8)) }

    /// Sends keys as they are.
    func send(_ keys: String) { try? person.write(contentsOf: Data(keys.utf8)) }

    /// Says how large the terminal is.
    func resize(columns: Int, rows: Int) {
        PseudoTerminal.setSize(person.fileDescriptor, columns: columns, rows: rows)
    }

    /// What was shown since the last time, waiting for it; empty where nothing came, nil where nothing more will.
    func read(milliseconds: Int32) -> [UInt8]? {
        var request = pollfd(fd: person.fileDescriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&request, 1, milliseconds) > 0 else { return [] }
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = Foundation.read(person.fileDescriptor, &buffer, buffer.count)
        return count > 0 ? Array(buffer[..<count]) : nil
    }

    /// Takes the terminal away from the program.
    func close() {
        try? program.close()
        try? person.close()
    }

    /// What was typed and shown.
    func transcript() throws -> String {
        try program.close()
        var shown: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = Foundation.read(person.fileDescriptor, &buffer, buffer.count)
            if count <= 0 { break }
            shown.append(contentsOf: buffer[..<count])
        }
        return String(decoding: shown, as: UTF8.self)
    }

    /// A new terminal: the person's side of it, and the path of the program's.
    static func opened() throws -> (descriptor: Int32, name: String) {
        let descriptor = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0, let name = unlocked(descriptor) else { throw POSIXError(.ENOTTY) }
        return (descriptor, name)
    }

    /// Sets the size of a terminal.
    static func setSize(_ descriptor: Int32, columns: Int, rows: Int) {
        var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(descriptor, UInt(TIOCSWINSZ), &size)
    }

    /// The path of the program's side of an open `/dev/ptmx`, which may be opened then.
    private static func unlocked(_ descriptor: Int32) -> String? {
        #if os(Linux)
            var (lock, number) = (Int32(0), Int32(0))
            let (setLock, getNumber) = (UInt(0x4004_5431), UInt(0x8004_5430))
            guard ioctl(descriptor, setLock, &lock) == 0, ioctl(descriptor, getNumber, &number) == 0 else { return nil }
            return "/dev/pts/\(number)"
        #else
            guard grantpt(descriptor) == 0, unlockpt(descriptor) == 0 else { return nil }
            return ptsname(descriptor).map { String(cString: $0) }
        #endif
    }
}
