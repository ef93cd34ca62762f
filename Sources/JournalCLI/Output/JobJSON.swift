import Journal

extension JSONValue {
    /// A job as an object. The total is null while it is unknown, and the file for an exchange.
    init(job: Job) {
        let state = job.state
        self = [
            "job": .string("%\(job.number)"), "file": JSONValue(job.file), "state": JSONValue(Messages.word(job.end)),
            "done": JSONValue(state.done), "total": JSONValue(state.total),
        ]
    }
}
