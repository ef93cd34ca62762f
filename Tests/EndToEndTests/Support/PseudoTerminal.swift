import Foundation

/// A new terminal at which a test acts as the user: the system's pseudo-terminal device.
struct PseudoTerminal {
    /// The user's side: bytes written here are typed, and bytes read here are shown.
    let person: Int32
    /// The path of the program's side.
    let path: String

    init() throws {
        person = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard person >= 0, let path = PseudoTerminal.unlocked(person) else { throw POSIXError(.ENOTTY) }
        self.path = path
    }

    /// Sets the size of the terminal.
    func resize(columns: Int, rows: Int) {
        var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(person, UInt(TIOCSWINSZ), &size)
    }

    /// Starts a program whose three standard streams are this terminal.
    ///
    /// It leads a new session, and the first terminal that it opens becomes the controlling one: keys send signals, and
    /// closing the terminal hangs up.
    func spawn(_ words: [String], _ variables: [String: String], in folder: String) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        #if os(Linux)
            let newSession: Int16 = 0x80
        #else
            let newSession: Int16 = 0x400
        #endif
        posix_spawnattr_setflags(&attributes, newSession | Int16(POSIX_SPAWN_SETSIGMASK))
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawn_file_actions_addopen(&actions, 0, path, O_RDWR, 0)
        posix_spawn_file_actions_adddup2(&actions, 0, 1)
        posix_spawn_file_actions_adddup2(&actions, 0, 2)
        let shell = ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", folder]
        let arguments = (shell + words).map { strdup($0) } + [nil]
        let environment = variables.map { strdup("\($0)=\($1)") } + [nil]
        defer { for word in arguments + environment { free(word) } }
        var process = pid_t()
        let number = posix_spawn(&process, shell[0], &actions, &attributes, arguments, environment)
        guard number == 0 else { throw POSIXError(POSIXErrorCode(rawValue: number) ?? .EIO) }
        return process
    }

    /// Unlocks the program's side of an open `/dev/ptmx`, and returns its path.
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
