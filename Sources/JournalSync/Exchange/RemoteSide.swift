import Journal

/// The remote's side of an exchange, with this machine's copy of it.
struct RemoteSide {
    let repository: any SyncRepository
    let remote: GitRemote

    func fetch() throws(GitError) -> GitRepository.Fetched { try repository.fetch(remote) }

    func push(_ commit: String) throws(GitError) -> GitRepository.Pushed { try repository.push(commit, to: remote) }

    /// Whether the copy has a commit, and the head contains it.
    func isContained(_ commit: String, in head: String) throws -> Bool {
        try repository.holds(commit) && repository.isContained(commit, in: head)
    }

    /// The newest commit that both contain; nil if there is none, or the copy does not have the first.
    func commonCommit(_ commit: String, _ head: String) throws -> String? {
        try repository.holds(commit) ? repository.commonCommit(commit, head) : nil
    }

    /// Whether a head is a journal.
    func isJournal(_ head: String) throws -> Bool {
        do {
            _ = try RemoteCommit(head, in: repository)
            return true
        } catch SyncError.notAJournal {
            return false
        }
    }
}

extension GitRepository.Pushed {
    /// Why the commit did not arrive, or may not have; nil if it did.
    var failure: SyncError? {
        switch self {
        case .done: nil
        case .moved: .tooManyTries(1)
        case .locked(let path, let isLeft): .locked(path: path, isLeft: isLeft)
        case .rejected(let line): .rejected(line: line)
        case .unknown(let cause): .uncertain(cause)
        }
    }
}
