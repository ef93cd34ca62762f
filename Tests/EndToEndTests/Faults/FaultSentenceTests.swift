import Testing

/// The message of a command when the disk fails, at every step.
@Suite(.enabled(if: Fault.canBeInjected))
struct FaultSentenceTests {
    @Test func `a full disk is reported as full at every step of creating a journal`() throws {
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
