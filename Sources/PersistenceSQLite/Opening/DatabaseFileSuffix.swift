/// The endings of the files that SQLite keeps beside a database.
package enum DatabaseFileSuffix {
    /// The write-ahead log and the rollback journal, which hold content of the database.
    package static let logs = ["-wal", "-journal"]
    /// The write-ahead log and its index, in the order in which they are removed.
    package static let ofLog = ["-wal", "-shm"]
    /// All of them.
    package static let all = ["-wal", "-shm", "-journal"]
}
