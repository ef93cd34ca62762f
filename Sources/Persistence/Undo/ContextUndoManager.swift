/// The undo and redo stacks of a context. macOS has `UndoManager`; this one is the same where a context needs it.
///
/// The context registers one group for each event with changes. Actions hold the objects they name strongly, until they
/// are run to the end of the stack, trimmed by `levelsOfUndo`, or removed. Use on the context's queue.
public final class ContextUndoManager {
    private struct Action {
        weak var target: AnyObject?
        var isPossible: () -> Bool = { true }
        let run: () -> Void
    }

    private struct Group {
        var actions: [Action] = []
        var name = ""
    }

    private var undoStack: [Group] = []
    private var redoStack: [Group] = []
    private var openGroups: [Group] = []
    private var disabledCount = 0

    /// The greatest number of groups that can be undone; 0 is no limit.
    public var levelsOfUndo = 0 {
        didSet { trim() }
    }
    public private(set) var isUndoing = false
    public private(set) var isRedoing = false

    public init() {}

    public var canUndo: Bool { !undoStack.isEmpty || openGroups.contains { !$0.actions.isEmpty } }
    public var canRedo: Bool { !redoStack.isEmpty }
    public var isUndoRegistrationEnabled: Bool { disabledCount == 0 }
    /// How many groups were begun and not ended.
    public var groupingLevel: Int { openGroups.count }
    /// The name of the group that `undo()` would take back.
    public var undoActionName: String { undoStack.last?.name ?? "" }
    /// The name of the group that `redo()` would do again.
    public var redoActionName: String { redoStack.last?.name ?? "" }

    /// Ignores registrations until `enableUndoRegistration()` was called as often.
    public func disableUndoRegistration() { disabledCount += 1 }

    /// - Precondition: registration is disabled.
    public func enableUndoRegistration() {
        precondition(disabledCount > 0, "Undo registration is not disabled.")
        disabledCount -= 1
    }

    /// Begins a group: what is registered until its end is undone together.
    public func beginUndoGrouping() { openGroups.append(Group()) }

    /// - Precondition: a group was begun.
    public func endUndoGrouping() {
        guard let group = openGroups.popLast() else { preconditionFailure("No undo group was begun.") }
        if group.actions.isEmpty { return }
        if openGroups.isEmpty { push(group) } else { openGroups[openGroups.count - 1].actions += group.actions }
    }

    /// Names the newest group.
    public func setActionName(_ name: String) {
        if !openGroups.isEmpty {
            openGroups[openGroups.count - 1].name = name
        } else if !undoStack.isEmpty {
            undoStack[undoStack.count - 1].name = name
        }
    }

    /// Registers an action. During `undo()` it goes to the redo stack, otherwise to the undo stack. The target is held
    /// weakly; what `handler` captures is held as long as the action is.
    public func registerUndo<Target: AnyObject>(withTarget target: Target, handler: @escaping (Target) -> Void) {
        registerUndo(withTarget: target, isPossible: { _ in true }, handler: handler)
    }

    /// Registers an action that is run only while `isPossible` says so: a group with one that is not stays where it is.
    func registerUndo<Target: AnyObject>(
        withTarget target: Target, isPossible: @escaping (Target) -> Bool, handler: @escaping (Target) -> Void
    ) {
        guard isUndoRegistrationEnabled else { return }
        let action = Action(
            target: target,
            isPossible: { [weak target] in target.map(isPossible) ?? true },
            run: { [weak target] in
                if let target { handler(target) }
            })
        if openGroups.isEmpty {
            push(Group(actions: [action]))
        } else {
            openGroups[openGroups.count - 1].actions.append(action)
        }
    }

    /// Takes back the newest group. Nothing when there is none.
    public func undo() {
        while !openGroups.isEmpty { endUndoGrouping() }
        guard let group = ContextUndoManager.popPossible(from: &undoStack) else { return }
        isUndoing = true
        run(group)
        isUndoing = false
    }

    /// Does again what was undone last. Nothing when there is none.
    public func redo() {
        guard let group = ContextUndoManager.popPossible(from: &redoStack) else { return }
        isRedoing = true
        run(group)
        isRedoing = false
    }

    /// Takes the newest group, unless one of its actions is not possible now.
    private static func popPossible(from stack: inout [Group]) -> Group? {
        guard let group = stack.last, group.actions.allSatisfy({ $0.isPossible() }) else { return nil }
        return stack.popLast()
    }

    /// Empties both stacks and lets go of everything they hold.
    public func removeAllActions() {
        undoStack.removeAll()
        redoStack.removeAll()
        for index in openGroups.indices { openGroups[index].actions.removeAll() }
    }

    /// Removes the actions of one target.
    public func removeAllActions(withTarget target: AnyObject) {
        let keep: (Action) -> Bool = { $0.target != nil && $0.target !== target }
        undoStack = ContextUndoManager.filtered(undoStack, keep)
        redoStack = ContextUndoManager.filtered(redoStack, keep)
        for index in openGroups.indices { openGroups[index].actions = openGroups[index].actions.filter(keep) }
    }

    private static func filtered(_ stack: [Group], _ keep: (Action) -> Bool) -> [Group] {
        stack.compactMap { group in
            let actions = group.actions.filter(keep)
            return actions.isEmpty ? nil : Group(actions: actions, name: group.name)
        }
    }

    /// Runs a group backwards; what it registers becomes one group of the other stack.
    private func run(_ group: Group) {
        beginUndoGrouping()
        setActionName(group.name)
        for action in group.actions.reversed() { action.run() }
        endUndoGrouping()
    }

    private func push(_ group: Group) {
        if isUndoing {
            redoStack.append(group)
            return
        }
        if !isRedoing { redoStack.removeAll() }
        undoStack.append(group)
        trim()
    }

    private func trim() {
        if levelsOfUndo > 0, undoStack.count > levelsOfUndo { undoStack.removeFirst(undoStack.count - levelsOfUndo) }
    }
}
