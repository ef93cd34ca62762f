import Journal
import JournalSync

/// Errors of exchanges with other machines.
extension Refusal {
    init(_ error: SyncError) {
        switch error {
        case .notStarted:
            self = .usage(
                "This journal is not synced. 'surfjournal sync start REMOTE' starts it.",
                .silent)
        case .started(let remote):
            self = .usage(
                "This journal is already synced with \(remote.url). Use 'surfjournal sync', or 'surfjournal sync stop' first.",
                .silent)
        case .running:
            self = .busy("This journal is being synced by another process. Try again when it is done.")
        case .needsMigration:
            self = .failure(
                "This journal's sessions have no UUIDs, which several machines need. Add them with 'surfjournal migrate'."
            )
        case .git(let error): self.init(error)
        case .journal(let error): self.init(error)
        case .draft(let error): self.init(error)
        case .system(let error, let path):
            self = .failure("\(path) cannot be used (\(Messages.systemError(error.code))).")
        case .folder(let path, let fault): self = .privateFolder(path, fault)
        case .foreignCopy(let path):
            self = .failure(
                "\(path) belongs to another user, perhaps because of 'sudo'. It is only a copy of the remote: remove it with 'sudo rm -r \(Messages.quoted(path))' and sync again."
            )
        case .superuser:
            self = .failure("This journal belongs to another user. Run 'surfjournal sync' as that user, without sudo.")
        case .file(let error):
            self = .badData(
                "\(TerminalSafe.text(error.path)):\(error.line) in the remote: \(Refusal.words(error.problem)).")
        case .repeated(let path):
            self = .badData("A session is in the remote twice, the second time in \(TerminalSafe.text(path)).")
        case .format(.malformed): self = .badData("journal.json in the remote is damaged.")
        case .format(.newer(let version)):
            self = .failure(
                "A newer version of surfjournal wrote the remote (format \(version)). Install that version here too.")
        case .notAJournal:
            self = .badData("The remote holds something other than a journal. Use an empty repository.")
        case .replaced:
            self = .failure(
                "The remote no longer holds this journal, but something else. If it is the wrong one, use 'surfjournal sync stop', then 'surfjournal sync start' with the right one, or an empty one."
            )
        case .emptied:
            self = .failure(
                "The remote was emptied since the last sync. To fill it again, use 'surfjournal sync start --again'."
            )
        case .rewritten:
            self = .failure(
                "The remote's history was rewritten since the last sync. To compare everything again, use 'surfjournal sync start --again'."
            )
        case .manyDeletions(let deletions):
            self = .usage(
                "\(Messages.manyDeleted(deletions)) \(Messages.numbers(deletions.first)). Add --yes to delete them here too."
            )
        case .rejected(let line): self = .rest("The remote refused the changes", line)
        case .uncertain(let cause): self.init(uncertain: cause)
        case .locked(let path, let isLeft):
            let remedy = "rm \(Messages.quoted(path))"
            self = .failure(
                isLeft
                    ? "The remote is locked by \(path), which a program left a minute ago or earlier. If no machine is syncing with it now, remove the lock with '\(remedy)'."
                    : "The remote is locked by \(path). Try again in a minute. If no machine is syncing with it then, remove the lock with '\(remedy)'."
            )
        case .tooManyTries(let count):
            self = .rest("Other machines were quicker \(count) times in a row. Try again", "")
        case .stopped(let error): self.init(error)
        }
    }

    /// A push of which it is not known whether it arrived.
    private init(uncertain cause: GitError) {
        let next = "The next sync finds out if the changes arrived"
        switch cause {
        case .stalled(let seconds):
            self = .rest("Nothing came from the remote for \(Int(seconds)) seconds while sending. \(next)", "")
        case .endless: self = .rest("The remote did not stop answering. \(next)", "")
        case .cancelled: self = .rest("Cancelled while sending. \(next)", "")
        case .killed(let signal):
            self = .rest("git was ended by signal \(signal) while sending. \(next)", "")
        case .unreachable(let line): self = .rest("The connection broke while sending. \(next)", line)
        default: self.init(cause)
        }
    }

    init(_ error: GitError) {
        switch error {
        case .missing: self = .failure("git is not installed, or not in PATH. Install it to sync.")
        case .tooOld(let found):
            let (major, minor) = GitProgram.oldest
            self = .failure("git \(found) is too old. Install git \(major).\(minor) or later.")
        case .notGit(let answer): self = .rest("The program git in PATH does not answer as git does", answer)
        case .system(let error):
            self = .failure("git cannot be used (\(Messages.systemError(error.code))).")
        case .stalled(let seconds):
            self = .rest("Nothing came from the remote for \(Int(seconds)) seconds", "")
        case .endless: self = .failure("The remote does not stop answering, so the sync was stopped.")
        case .cancelled: self = .rest("Cancelled", "")
        case .killed(let signal): self = .rest("git was ended by signal \(signal)", "")
        case .failed(let command, _, let line): self = .rest("git \(command) failed", line)
        case .unexpectedAnswer(let command): self = .rest("git \(command) gave an unexpected answer", "")
        case .tooLarge: self = .badData("The remote has a file that is too large.")
        case .refusedURL(let problem): self = .usage(Refusal.words(problem), .silent)
        case .unreachable(let line): self = .rest("The remote could not be reached", line)
        case .damagedRemote(let line):
            self = .rest(
                "The remote is damaged. The machine that sent last sends what is missing with its next 'surfjournal sync'",
                line)
        case .notPlain(let path, let problem):
            self = .failure(
                "\(TerminalSafe.text(path)) \(Refusal.words(problem)). Use a plain bare repository; make one with 'git init --bare -b main FOLDER'."
            )
        case .noRepository(let remote) where remote.isPath:
            self = .failure(
                "The remote could not be reached: there is no git repository at \(remote.path). Plug its disk in, or make one with 'git init --bare -b main \(Messages.quoted(remote.path))'."
            )
        case .noRepository(let remote):
            self = .failure(
                "There is no git repository at \(remote.url). Check the path, or make one on that host with 'git init --bare -b main'."
            )
        case .hostKey(let remote, isChanged: false):
            self = .failure(
                "ssh does not know the host's key yet. Connect once with 'ssh \(remote.destination)', compare the key with the host's, and answer yes."
            )
        case .hostKey(let remote, isChanged: true):
            self = .failure(
                "The host's key is not the one that ssh knows. If the host was set up again, remove the old key as 'ssh \(remote.destination)' advises. Otherwise stop: somebody may be impersonating the host."
            )
        case .diskFull: self = .rest("The disk is full. Make room and try again", "")
        case .otherHashFormat:
            self = .failure("The remote names its objects with another hash than SHA-1. Use a SHA-1 repository.")
        case .foreignFolder(let path):
            self = .failure(
                "\(path) belongs to another user. If you trust it, run 'git config --global --add safe.directory \(Messages.quoted(path))' and sync again."
            )
        case .notARepository(let path):
            self = .failure("\(path) is in the way of the copy of the remote. Move it away.")
        case .badTree(let path):
            self = .badData("The remote has a name that cannot be used: '\(path)'.")
        }
    }

    /// The refusal of an exchange that may have changed the journal before it failed.
    /// - Parameter waiting: The number of changes that wait to be sent.
    func inExchange(waiting: Int) -> Refusal {
        survived == .nothingChanged ? leaving(.nothingLost(waiting: waiting)) : self
    }

    /// A sentence with git's line.
    private static func rest(_ sentence: String, _ line: String) -> Refusal {
        .failure(sentence + (line.isEmpty ? "." : ": \(Messages.trimmed(line))."))
    }

    private static func words(_ problem: SessionFileError.Problem) -> String {
        switch problem {
        case .malformed: "this line is not a JSON object"
        case .tooLong: "this line is too long"
        case .tooManyKeys: "this session has more than \(Messages.grouped(SessionFile.maxUnknownKeys)) unknown keys"
        case .repeatedKey: "a key occurs twice"
        case .noUUID: "the session has no UUID"
        case .badUUID: "the UUID is not valid"
        case .repeatedUUID: "the UUID occurs twice"
        case .wrongType(let field): "\(field.name) has a value of the wrong type"
        case .textTooLong(let field): "\(field.name) is too long"
        }
    }

    private static func words(_ problem: PathRepository.Problem) -> String {
        switch problem {
        case .notBare: "is a git repository with a work tree, or a part of another one"
        case .link(let name): "cannot be used: \(TerminalSafe.text(name)) is a symbolic link or a special file"
        case .shallow: "is a shallow repository, without its older commits"
        case .configuration: "has a git configuration that is not valid"
        case .format(let name): "is stored in another form (\(name)) than files with SHA-1"
        case .symbolicBranch: "has a branch main that stands for another reference"
        }
    }

    private static func words(_ problem: GitRemote.Problem) -> String {
        switch problem {
        case .empty: "The remote has no name. Use a git URL, or the path of a folder."
        case .option: "A remote cannot start with '-'."
        case .runsCommand: "A remote such as 'ext::' would run a command. Use a git URL, or the path of a folder."
        case .password: "Leave the password out of the address. Use an ssh key or git's credential helper instead."
        case .token:
            "Leave the name or token before the '@' out of the address. Git's credential helper keeps it safe."
        case .controlCharacter: "The remote has a control character in it."
        }
    }
}
