import CSwiftRuntime
import Foundation

/// What a debug build does when a context, or an object of it, is used off the context's queue: it traps with a sentence.
///
/// With `-persistence.ConcurrencyDebug 0` among the program's arguments, or `PERSISTENCE_CONCURRENCY_DEBUG=0` in its
/// environment, it prints the sentence once for each context, and continues as a release build does.
extension ContextQueue {
    private static let onlyWarns = setting.number() == 0
    static let setting = DiagnosticSetting("ConcurrencyDebug", variable: "PERSISTENCE_CONCURRENCY_DEBUG")

    /// Checks that the calling thread may use the context. For assertions, so that release builds do not check it.
    /// - Parameter entity: The entity of the object that is used; nil for the context itself.
    /// - Returns: true, unless it traps.
    func allowsUse(of entity: EntityDescription? = nil) -> Bool {
        if !isHeld { report(misuse(of: entity)) }
        return true
    }

    private func report(_ sentence: String) {
        if !ContextQueue.onlyWarns { preconditionFailure(sentence) }
        if hasWarned.exchange(true, ordering: .relaxed) { return }
        FileHandle.standardError.write(Data((sentence + "\n").utf8))
    }

    private func misuse(of entity: EntityDescription?) -> String {
        let name = context?.name.map { "the context “\($0)”" } ?? "a context without a name"
        let used =
            entity.map { "An object of “\($0.name ?? "")” in \(name)" } ?? name.prefix(1).uppercased()
            + name.dropFirst()
        return "\(used) was used on \(ContextQueue.callersQueue), but the context belongs to \(ownQueue): "
            + "use perform or performAndWait."
    }

    private var ownQueue: String { type == .mainQueue ? "the main queue" : "its private queue" }

    /// The queue that the caller runs on, in words.
    private static var callersQueue: String {
        if isOnMainQueue { return "the main queue" }
        let label = cswift_queue_label(nil).map { String(cString: $0) } ?? ""
        return label.isEmpty || label.hasPrefix(globalLabel) ? "a thread of no queue" : "the queue “\(label)”"
    }

    /// What the labels of queues that run blocks at the same time begin with. Threads of no queue have one, too.
    private static let globalLabel = "com.apple.root."
}
