import Foundation
import Journal

/// What the process needs before the program does anything else.
extension Program {
    /// Makes the process safe to work in. Call before anything is opened.
    ///
    /// A standard stream that was closed becomes one that refuses what it is for, so that no file of the program's gets its
    /// number. A file that grows beyond the process's limit is an error and no signal.
    package static func prepareProcess() {
        openClosedStreams()
        // A handler rather than SIG_IGN, which the editor that is started would inherit.
        signal(SIGXFSZ) { _ in }
    }

    /// What is read from a closed standard input, or written to a closed standard output, fails; what is written to a
    /// closed standard error is dropped.
    private static func openClosedStreams() {
        let modes = [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDWR)]
        for (number, mode) in modes where fcntl(number, F_GETFD) < 0 {
            // The lowest free number is this one. A folder, as in a root without devices, can be neither read nor written.
            if open("/dev/null", mode | O_NOCTTY) < 0 { _ = open("/", O_RDONLY | O_DIRECTORY) }
        }
    }

    /// How many files the program may have open beside those that it was started with. Dispatch ends a process that lacks
    /// one for its own use, so it is looked at before.
    private static let neededFiles = 24

    /// - Throws: `.tooFewFiles` where the process may not open as many files as a command may need.
    static func requireFiles() throws(Complaint) {
        var opened: [Int32] = []
        defer { for number in opened { close(number) } }
        while opened.count < neededFiles {
            let number = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0)
            if number < 0 { throw .tooFewFiles(opened.count, needed: neededFiles) }
            opened.append(number)
        }
    }
}
