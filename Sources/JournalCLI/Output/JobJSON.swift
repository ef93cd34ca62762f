import Journal

extension JSONWriter {
    /// Writes a job as an object. The total is null while it is unknown.
    mutating func job(_ job: Job) {
        let state = job.state
        beginObject()
        key("job")
        value("%\(job.number)")
        key("file")
        value(job.path)
        key("state")
        value(Sentences.word(job.end))
        key("done")
        value(Int64(state.done))
        key("total")
        value(state.total.map(Int64.init))
        endObject()
    }
}
