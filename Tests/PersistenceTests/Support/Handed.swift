/// Passes a value between threads. Only one thread may use it at a time.
final class Handed<Value>: @unchecked Sendable {
    var value: Value

    init(_ value: Value) {
        self.value = value
    }
}
