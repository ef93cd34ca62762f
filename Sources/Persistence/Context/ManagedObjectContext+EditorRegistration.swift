/// An object with uncommitted input that can change a context, such as a text field.
package protocol Editor: AnyObject {
    /// Writes the pending input to the objects. Returns false if it could not.
    func commitEditing() -> Bool
    /// Discards the pending input and shows the previous values.
    func discardEditing()
}

/// Editors register themselves when input begins and unregister when it ends. Applications seldom call more than
/// `commitEditing()` before a save.
extension ManagedObjectContext {
    /// Registers an editor that has uncommitted input. Registering it again has no effect.
    package func objectDidBeginEditing(_ editor: any Editor) {
        assertConfined()
        if !editors.contains(where: { $0 === editor }) { editors.append(editor) }
    }

    /// Unregisters an editor.
    package func objectDidEndEditing(_ editor: any Editor) {
        assertConfined()
        editors.removeAll { $0 === editor }
    }

    /// Asks each registered editor, in order, to write its input to the objects, and stops at the first that cannot.
    /// Does not save.
    /// - Returns: whether all editors wrote their input.
    @discardableResult
    package func commitEditing() -> Bool {
        assertConfined()
        for editor in editors where !editor.commitEditing() { return false }
        return true
    }

    /// Asks every registered editor to write its input to the objects, then calls `didCommit` once: with the first
    /// editor that failed and false, or with the last editor (nil if there is none) and true.
    /// - Parameters:
    ///   - didCommit: Called on the calling thread before the method returns.
    ///   - contextInfo: Passed on to `didCommit`.
    package func commitEditing(
        didCommit: (_ editor: (any Editor)?, _ didCommit: Bool, _ contextInfo: Any?) -> Void, contextInfo: Any?
    ) {
        assertConfined()
        var failed: (any Editor)?
        let asked = editors
        for editor in asked where !editor.commitEditing() && failed == nil { failed = editor }
        didCommit(failed ?? asked.last, failed == nil, contextInfo)
    }

    /// Asks every registered editor to discard its input. Changes already written to objects remain.
    package func discardEditing() {
        assertConfined()
        for editor in editors { editor.discardEditing() }
    }
}
