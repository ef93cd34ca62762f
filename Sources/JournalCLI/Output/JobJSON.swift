import Journal

extension JSONValue {
    /// A job as an object. The total is null while it is unknown.
    init(job: Job) {
        let state = job.state
        self = [
            "job": .string("%\(job.number)"), "file": .string(job.path), "state": JSONValue(Messages.word(job.end)),
            "done": JSONValue(state.done), "total": JSONValue(state.total),
        ]
    }
}
