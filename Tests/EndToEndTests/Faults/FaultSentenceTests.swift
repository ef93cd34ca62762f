import Testing

/// What a command says of a disk that fails it, wherever that is.
@Suite(.enabled(if: Fault.canBeInjected))
struct FaultSentenceTests {
    @Test func `a disk that is full is told to be full, wherever a new journal meets it`() throws {
        let steps = try Sandbox().run(["init"], with: Fault(kind: .full, step: 0)).report.steps
        try #require(steps > 0)
        for step in 1...steps {
            let full = Fault(kind: .full, step: step, isPersistent: true)
            let outcome = try Sandbox().run(["init"], with: full).outcome
            #expect(outcome.code == 1)
            #expect(outcome.errors.contains("The disk of ") && outcome.errors.contains(" is full"), "\(full)")
        }
    }
}
