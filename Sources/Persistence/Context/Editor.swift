/// Something that holds typed but uncommitted input which can affect a context, such as a text field.
public protocol Editor: AnyObject {
    /// Puts the pending input into the objects. Returns false when it could not.
    func commitEditing() -> Bool
    /// Throws the pending input away and shows the previous values.
    func discardEditing()
}

/// Editors register themselves when input begins and unregister when it ends; applications seldom call more than
/// `commitEditing()` before a save.
extension ManagedObjectContext {
    /// Registers an editor that has uncommitted input.
    public func objectDidBeginEditing(_ editor: any Editor) {
        assertConfined()
        if !editors.contains(where: { $0 === editor }) { editors.append(editor) }
    }

    /// Unregisters an editor.
    public func objectDidEndEditing(_ editor: any Editor) {
        assertConfined()
        editors.removeAll { $0 === editor }
    }

    /// Asks each registered editor, in order, to put its input into the objects; stops at the first that cannot. Saves
    /// nothing. Returns whether all did.
    @discardableResult
    public func commitEditing() -> Bool {
        assertConfined()
        for editor in editors where !editor.commitEditing() { return false }
        return true
    }

    /// Asks every registered editor to commit, then calls `didCommit` once: with the first that could not and false, or
    /// with the last and true (nil when there is none).
    public func commitEditing(
        didCommit: (_ editor: (any Editor)?, _ didCommit: Bool, _ contextInfo: Any?) -> Void, contextInfo: Any?
    ) {
        assertConfined()
        var failed: (any Editor)?
        let asked = editors
        for editor in asked where !editor.commitEditing() && failed == nil { failed = editor }
        didCommit(failed ?? asked.last, failed == nil, contextInfo)
    }

    /// Asks every registered editor to discard its input. Changes of objects stay.
    public func discardEditing() {
        assertConfined()
        for editor in editors { editor.discardEditing() }
    }
}
