import Foundation

/// The text of a draft while it is open in an editor: a file in a private folder beside the draft, in which editors may
/// also put their own files.
///
/// The folder has a hidden name while the editor is open. If the process ends, the next command takes the folder over.
/// A text that cannot be read as a form is kept under the draft's name until the draft is removed.
package struct DraftForm {
    /// The largest text that is read, in bytes.
    private static let sizeLimit = 64 << 20
    private static let file = "session.txt"

    private let folder: String
    private let kept: String

    /// The file that the editor opens.
    package var path: String { folder + "/" + DraftForm.file }

    /// Opens the text of a draft, including one that was kept.
    fileprivate init(_ number: Int, of drafts: Drafts) throws(SystemError) {
        (folder, kept) = (drafts.formPath(number), drafts.keptFormPath(number))
        if OpenFolder.isFolder(kept), !OpenFolder.isFolder(folder) {
            let (from, to) = (kept, folder)
            try checked { Foundation.rename(from, to) }
        }
        _ = try OpenFolder(making: folder, mode: 0o700)
    }

    /// Writes the text for the editor.
    package func write(_ text: String) throws(DraftError) {
        try located { () throws(SystemError) in
            let file = try OpenFolder(folder, followsLink: false).open(DraftForm.file, O_WRONLY | O_CREAT | O_TRUNC)
            try file.setMode(0o600)
            try file.write(Array(text.utf8)[...])
        }
    }

    /// The text that the editor wrote; nil if there is no file.
    /// - Throws: `.failed` if it is not UTF-8 or is too large.
    package func read() throws(DraftError) -> String? {
        let bytes: [UInt8]?
        do throws(SystemError) {
            let file = try OpenFolder(folder, followsLink: false).open(DraftForm.file, O_RDONLY | O_NONBLOCK | O_NOCTTY)
            bytes = try file.read(atMost: DraftForm.sizeLimit)
        } catch {
            if error.isMissing { return nil }
            throw DraftError(error, at: URL(fileURLWithPath: path))
        }
        guard let bytes, let text = String(bytes: bytes, encoding: .utf8) else {
            throw .failed(
                URL(fileURLWithPath: path), detail: bytes == nil ? "it is larger than 64 MiB" : "it is not UTF-8")
        }
        return text
    }

    /// Keeps the text under the draft's name and returns its path.
    package func keep() throws(DraftError) -> String {
        try located { () throws(SystemError) in
            let (from, to) = (folder, kept)
            try checked { Foundation.rename(from, to) }
        }
        return kept + "/" + DraftForm.file
    }

    /// Removes the text, and any files that an editor put beside it.
    package func remove() {
        try? FileManager.default.removeItem(atPath: folder)
    }

    private func located<T>(_ body: () throws(SystemError) -> T) throws(DraftError) -> T {
        do throws(SystemError) { return try body() } catch { throw DraftError(error, at: URL(fileURLWithPath: folder)) }
    }
}

/// The texts of drafts, in folders beside the store.
extension Drafts {
    /// The numbers of drafts whose text is open in an editor, or was left by one; ascending.
    package func openForms() throws(DraftError) -> [Int] {
        try rethrowing { try openFolder()?.names() ?? [] }.compactMap { Int(of: $0, ".d", ".form") }.sorted()
    }

    /// Removes a draft's texts.
    func removeForms(of number: Int) {
        for path in [formPath(number), keptFormPath(number)] where OpenFolder.isFolder(path) {
            try? FileManager.default.removeItem(atPath: path)
        }
    }

    fileprivate func formPath(_ number: Int) -> String { folder.path + "/.d\(number).form" }

    fileprivate func keptFormPath(_ number: Int) -> String { folder.path + "/d\(number).form" }
}

extension HeldDraft {
    /// Opens the draft's text for an editor.
    package func openForm() throws(DraftError) -> DraftForm {
        try checkHeld()
        return try drafts.rethrowing { try DraftForm(draft.number, of: drafts) }
    }

    /// Whether a text was kept because it could not be read as a form.
    package var keepsForm: Bool { OpenFolder.isFolder(drafts.keptFormPath(draft.number)) }
}
