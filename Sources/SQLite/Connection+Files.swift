import CSQLite

/// What a connection does with the files of its database.
extension Connection {
    /// Whether the last connection that is closed puts the log into the database and removes it, as SQLite does by itself.
    package func setCheckpointsOnClose(_ isOn: Bool) {
        _ = surfjournal_set_checkpoint_on_close(live, isOn ? 1 : 0)
    }
}
