/// Carries a value that is used by one thread at a time.
final class Handed<Value>: @unchecked Sendable {
    var value: Value

    init(_ value: Value) {
        self.value = value
    }
}
