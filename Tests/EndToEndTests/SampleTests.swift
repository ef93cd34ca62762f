import Testing

struct SampleTests {
    @Test func `samples can be removed and restored under their IDs, and edited ones stay`() throws {
        let sandbox = try Sandbox()
        try sandbox.run("edit", "last", "--rating", "1")
        let before = try sandbox.run("list", "--json").output
        #expect(try sandbox.run("sample", "remove", "--json").output == "{\"removed\":4999}\n")
        #expect(try sandbox.entryCount() == 1)
        #expect(try sandbox.run("sample", "restore", "--json").output == "{\"restored\":4999}\n")
        #expect(try sandbox.run("list", "--json").output == before)
    }

    @Test func `sample needs remove or restore`() throws {
        #expect(try Sandbox().run("sample").code == 2)
        #expect(try Sandbox().run("sample", "destroy").code == 2)
    }
}
