/// Work that is run once, by another thread. What it captures is not used by the thread that created it meanwhile.
struct TransferredWork: @unchecked Sendable {
    let body: () -> Void
}
