/// What ends a command early or makes it fail.
enum Interruption: Sendable {
    case fault(Fault)
    /// The process is killed after so many seconds.
    case killed(after: Double)
    /// No file may have more than so many blocks of 512 bytes.
    case fileSize(blocks: Int)
}
