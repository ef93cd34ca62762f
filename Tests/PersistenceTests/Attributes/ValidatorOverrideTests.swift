import Testing

@testable import Persistence

@Suite struct ValidatorOverrideTests {
    private class Plain: ManagedObject {}
    private class JudgedObject: ManagedObject {
        override func validateValue(_ value: inout Any?, forKey key: String) throws {
            if key == "name" { value = "judged" }
        }
    }
    private final class Inheriting: JudgedObject {}
    private final class Hooked: ManagedObject {
        override func willSave() { setPrimitiveValue("hooked", forKey: "name") }
        override func validateForInsert() throws { try super.validateForInsert() }
    }

    @Test func `a class that does not override validateValue is recognised`() {
        #expect(!ValidatorOverride.isPresent(in: ManagedObject.self))
        #expect(!ValidatorOverride.isPresent(in: Plain.self))
        #expect(!ValidatorOverride.isPresent(in: Hooked.self))
    }

    @Test func `an override of validateValue is found in its class and in subclasses`() {
        #expect(ValidatorOverride.isPresent(in: JudgedObject.self))
        #expect(ValidatorOverride.isPresent(in: Inheriting.self))
    }
}
