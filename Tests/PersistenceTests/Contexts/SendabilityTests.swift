import Testing

/// Type-checks snippets against the built module, including some that must not compile.
@Suite struct SendabilityTests {
    private static let preamble = """
        import Persistence
        func probe(_ object: ManagedObject, _ context: ManagedObjectContext) async throws {

        """

    /// QUE-01, B-QUE-06
    @Test(arguments: [
        "func later() { context.perform { _ = object.hasChanges } }",
        "let found: ManagedObject = await context.perform { context.object(with: object.objectID) }; _ = found",
        "await context.perform { object.setValue(nil, forKey: \"name\") }",
    ])
    func `a managed object in another context's block does not compile`(_ body: String) throws {
        let output = try typecheck(Self.preamble + body + "\n}")
        #expect(output.status != 0)
        #expect(output.text.localizedCaseInsensitiveContains("sendable"))
    }

    /// QUE-01
    @Test func `an object ID can cross between contexts`() throws {
        let body = """
            let id = object.objectID
            func later() { context.perform { _ = context.object(with: id) } }
            later()
            let count: Int = await context.perform { context.registeredObjects.count }
            _ = count
            """
        let output = try typecheck(Self.preamble + body + "\n}")
        #expect(output.status == 0, "\(output.text)")
    }
}
