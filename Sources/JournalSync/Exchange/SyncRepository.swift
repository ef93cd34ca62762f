/// A copy of the remote on this machine: what an exchange needs of git. `GitRepository` is one; the simulation of
/// several machines uses another, in memory.
package protocol SyncRepository {
    /// Fetches the branch of a remote.
    func fetch(_ remote: GitRemote) throws(GitError) -> GitRepository.Fetched
    /// Pushes exactly one commit to the branch, never by force.
    func push(_ commit: String, to remote: GitRemote) throws(GitError) -> GitRepository.Pushed
    /// Whether the copy has a commit.
    func holds(_ commit: String) throws(GitError) -> Bool
    /// Whether a commit is contained in another.
    func isContained(_ commit: String, in head: String) throws(GitError) -> Bool
    /// The newest commit that two commits contain; nil if there is none.
    func commonCommit(_ one: String, _ other: String) throws(GitError) -> String?
    /// The files of a commit.
    func files(of commit: String) throws(GitError) -> [GitRepository.File]
    /// The files that differ between two commits.
    func differences(from old: String, to new: String) throws(GitError) -> [GitRepository.Difference]
    /// Reads blobs, in order and in pieces.
    func read(
        _ blobs: [String], atMost limit: Int, _ body: (Int, ArraySlice<UInt8>, Bool) throws(GitError) -> Void
    ) throws(GitError)
    /// Makes a commit on a parent, or the first one.
    func commit(
        parents: [String], author: String, message: String, seconds: Double,
        _ next: () throws(GitError) -> GitRepository.Change?
    ) throws(GitError) -> String
}

extension GitRepository: SyncRepository {}
