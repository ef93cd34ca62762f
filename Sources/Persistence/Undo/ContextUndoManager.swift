/// The undo and redo stacks of a context. Corresponds to macOS's `UndoManager`, as far as a context needs it. Changes
/// of one event are undone together.
///
/// ```swift
/// let context = container.viewContext
/// session.rating = 5
/// session.notes = "Best of the year"
/// context.processPendingChanges()
/// context.undoManager?.setActionName("Rate Session")
/// // An application's event loop ends the event; here `processPendingChanges` does.
///
/// context.undo()
/// // Both changes were of one event, so both are undone.
/// context.redo()
///
/// context.undoManager?.removeAllActions()
/// // Nothing can be undone any more, and the objects that the actions kept are released.
/// ```
///
/// The context registers one group for each event with changes. Actions retain the objects that they refer to until
/// they run, are trimmed by `levelsOfUndo`, or are removed. Use on the context's queue.
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

    /// The maximum number of groups that can be undone, at least 0; 0 means no limit.
    public var levelsOfUndo = 0 {
        didSet { trim() }
    }
    /// Whether the actions of an event are a group of their own. The context registers its changes once for each event,
    /// so that they are one in either case; actions that are registered otherwise need `beginUndoGrouping()`.
    public var groupsByEvent = true
    /// Whether `undo()` is running.
    public private(set) var isUndoing = false
    /// Whether `redo()` is running.
    public private(set) var isRedoing = false

    /// Creates an undo manager with empty stacks.
    public init() {}

    /// Whether there is a group to undo. An open group counts if it has actions.
    public var canUndo: Bool { !undoStack.isEmpty || openGroups.contains { !$0.actions.isEmpty } }
    /// Whether there is a group to redo.
    public var canRedo: Bool { !redoStack.isEmpty }
    /// Whether registered actions are recorded. False between `disableUndoRegistration()` and
    /// `enableUndoRegistration()`.
    public var isUndoRegistrationEnabled: Bool { disabledCount == 0 }
    /// The number of open groups.
    public var groupingLevel: Int { openGroups.count }
    /// The name of the group that `undo()` would undo; empty if it has none.
    public var undoActionName: String { undoStack.last?.name ?? "" }
    /// The name of the group that `redo()` would redo; empty if it has none.
    public var redoActionName: String { redoStack.last?.name ?? "" }

    /// Ignores registered actions until `enableUndoRegistration()` has been called as many times.
    public func disableUndoRegistration() { disabledCount += 1 }

    /// Ends the effect of one call of `disableUndoRegistration()`.
    /// - Precondition: Registration is disabled.
    public func enableUndoRegistration() {
        precondition(disabledCount > 0, "Undo registration is not disabled.")
        disabledCount -= 1
    }

    /// Begins a group: actions registered until its end are undone together. Groups can be nested.
    public func beginUndoGrouping() { openGroups.append(Group()) }

    /// Ends the innermost group. A group without actions is not kept.
    /// - Precondition: A group is open.
    public func endUndoGrouping() {
        guard let group = openGroups.popLast() else { preconditionFailure("No undo group was begun.") }
        if group.actions.isEmpty { return }
        if openGroups.isEmpty { push(group) } else { openGroups[openGroups.count - 1].actions += group.actions }
    }

    /// Names the innermost open group or, if none is open, the newest group.
    public func setActionName(_ name: String) {
        if !openGroups.isEmpty {
            openGroups[openGroups.count - 1].name = name
        } else if !undoStack.isEmpty {
            undoStack[undoStack.count - 1].name = name
        }
    }

    /// Registers an action. During `undo()` it goes to the redo stack, otherwise to the undo stack. The target is
    /// referenced weakly; the action retains everything that `handler` captures.
    public func registerUndo<Target: AnyObject>(withTarget target: Target, handler: @escaping (Target) -> Void) {
        registerUndo(withTarget: target, isPossible: { _ in true }, handler: handler)
    }

    /// Registers an action that can run only while `isPossible` returns true. A group with an action that cannot run
    /// stays on its stack.
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

    /// Undoes the newest group, after closing all open ones. Does nothing if there is none or one of its actions cannot
    /// run.
    public func undo() {
        while !openGroups.isEmpty { endUndoGrouping() }
        guard let group = ContextUndoManager.popPossible(from: &undoStack) else { return }
        isUndoing = true
        run(group)
        isUndoing = false
    }

    /// Redoes the group that was undone last. Does nothing if there is none or one of its actions cannot run.
    public func redo() {
        guard let group = ContextUndoManager.popPossible(from: &redoStack) else { return }
        isRedoing = true
        run(group)
        isRedoing = false
    }

    /// Removes and returns the newest group, unless one of its actions cannot run now.
    private static func popPossible(from stack: inout [Group]) -> Group? {
        guard let group = stack.last, group.actions.allSatisfy({ $0.isPossible() }) else { return nil }
        return stack.popLast()
    }

    /// Empties both stacks and releases everything that they retain.
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

    /// Runs the actions of a group in reverse order. The actions that they register become one group on the other
    /// stack.
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

/// Foundation's name on Apple's platforms.
public typealias UndoManager = ContextUndoManager
