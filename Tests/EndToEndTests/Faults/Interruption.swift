/// What ends a command early or makes it fail.
enum Interruption: Sendable {
    case fault(Fault)
    /// The process is killed after this number of seconds.
    case killed(after: Double)
    /// No file may have more than this number of blocks of 512 bytes.
    case fileSize(blocks: Int)
}
