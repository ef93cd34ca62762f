import Foundation

/// Prepares the process before the program starts.
extension Program {
    /// Makes it safe to open files in the process. Call this before anything is opened.
    ///
    /// A closed standard stream is opened so that it refuses its use, and no file of the program gets its number.
    /// Writing beyond the process's file size limit becomes an error instead of a signal.
    package static func prepareProcess() {
        openClosedStreams()
        // Use a handler instead of SIG_IGN, which the editor that is started later would inherit.
        signal(SIGXFSZ) { _ in }
    }

    /// Reading from a closed standard input and writing to a closed standard output fail. Output to a closed standard
    /// error is discarded.
    private static func openClosedStreams() {
        let modes = [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDWR)]
        for (number, mode) in modes where fcntl(number, F_GETFD) < 0 {
            // `open` returns the lowest free number, which is this one. A directory can be neither read nor written,
            // which helps in a root without devices.
            if open("/dev/null", mode | O_NOCTTY) < 0 { _ = open("/", O_RDONLY | O_DIRECTORY) }
        }
    }

    /// The number of files that the program needs beside those it was started with. Dispatch ends a process in which it
    /// cannot open one itself, so the number is checked first.
    private static let neededFiles = 24

    /// - Throws: `.tooFewFiles` if the process may not open that many files.
    static func requireFiles() throws(Refusal) {
        var opened: [Int32] = []
        defer { for number in opened { close(number) } }
        while opened.count < neededFiles {
            let number = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0)
            if number < 0 { throw .tooFewFiles(opened.count, needed: neededFiles) }
            opened.append(number)
        }
    }
}

extension Refusal {
    /// The process may open fewer files than a command may need.
    fileprivate static func tooFewFiles(_ free: Int, needed: Int) -> Refusal {
        .failure(
            "The limit of open files leaves \(free), and surfjournal needs \(needed). Raise it, for example with 'ulimit -n 256'."
        )
    }
}
