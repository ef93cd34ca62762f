import CEditLine
import Foundation

/// Supplies keys to the line editor and handles its actions. All calls are made on the thread that reads a line.
protocol EditLineDelegate: AnyObject {
    /// Waits for the next key. Nil ends the line.
    func nextKey() -> Unicode.Scalar?
    /// Performs the action bound to a key.
    func perform(_ action: EditLine.Action) -> EditLine.Effect
}

/// A line editor based on libedit, for a terminal. Use it on one thread.
///
/// libedit handles the keys, the line and the history. Its drawing is discarded, because it miscounts wide characters.
/// It stores scalars and treats each as one character; the delegate maps them to text.
final class EditLine {
    /// The actions of keys that the program binds itself.
    enum Action {
        case interrupt, suspend, complete, clear
        /// Applies the delegate's pending insertion. No key that a person can type calls it.
        case apply
    }

    /// The effect of an action on the editor.
    enum Effect {
        case refresh
        case beep
        /// The line is discarded.
        case end
    }

    /// The key that calls `apply`. It is a control character that the delegate never passes on from the keyboard.
    static let applyKey: Unicode.Scalar = "\u{9F}"

    private let editor: OpaquePointer
    private let stream: UnsafeMutablePointer<FILE>
    private let history: OpaquePointer
    private let emptyHistory: OpaquePointer
    private let screen: TerminalScreen
    private unowned let delegate: any EditLineDelegate

    /// An editor with the key bindings of `~/.editrc`, or nil if the input is not a terminal or the C library does not
    /// support UTF-8.
    init?(input: Int32, output: Int32, screen: TerminalScreen, historySize: Int32, delegate: any EditLineDelegate) {
        guard cedit_use_utf8() != 0, let history = cedit_history(historySize), let empty = cedit_history(1),
            let stream = cedit_stream(Unmanaged.passUnretained(screen).toOpaque(), writeToScreen),
            let editor = cedit_init("surfjournal", cedit_stdin(), stream, stream, input, output)
        else { return nil }
        (self.editor, self.stream, self.history, emptyHistory) = (editor, stream, history, empty)
        (self.screen, self.delegate) = (screen, delegate)
        cedit_set_owner(editor, Unmanaged.passUnretained(self).toOpaque())
        setUp()
    }

    deinit {
        el_end(editor)
        history_wend(history)
        history_wend(emptyHistory)
        fclose(stream)
    }

    /// Whether the terminal uses the common codes to move its cursor and clear lines. A terminal unknown to the system
    /// is judged by its name.
    func canEdit(as terminal: String) -> Bool {
        guard cedit_set_terminal(editor, nil) != 0 else { return isLikeXterm(terminal) }
        guard let up = capability("up"), let clear = capability("ce") else { return false }
        // tmux and screen have two codes for one row up and report the shorter one.
        return (up.hasPrefix("\u{1B}[") || up == "\u{1B}M") && clear.hasPrefix("\u{1B}[")
    }

    /// Whether the name of a terminal unknown to the system, as over a remote connection, belongs to one with xterm's
    /// codes. libedit then uses xterm's codes, if the system has them.
    private func isLikeXterm(_ terminal: String) -> Bool {
        guard EditLine.xtermLike.contains(where: terminal.hasPrefix) else { return false }
        _ = cedit_set_terminal(editor, "xterm-256color") != 0 || cedit_set_terminal(editor, "xterm") != 0
        return true
    }

    /// Prefixes of the names of terminals that use xterm's codes.
    private static let xtermLike = [
        "xterm", "tmux", "screen", "kitty", "alacritty", "ghostty", "foot", "wezterm", "rio", "contour", "konsole",
        "gnome",
        "vte", "rxvt", "st-", "iterm", "mintty", "putty", "linux", "zellij", "ms-terminal",
    ]

    private func capability(_ name: String) -> String? { cedit_capability(editor, name).map { String(cString: $0) } }

    // MARK: Reading

    /// Edits a line. Returns nil if it was discarded or the input has ended.
    func readLine(keepsHistory: Bool) -> [Unicode.Scalar]? {
        cedit_set_history(editor, keepsHistory ? history : emptyHistory)
        var count: Int32 = 0
        guard let line = el_wgets(editor, &count), count > 0 else { return nil }
        var scalars = WideText.scalars(UnsafeBufferPointer(start: line, count: Int(count)))
        if let last = scalars.last, last == "\n" || last == "\r" { scalars.removeLast() }
        return scalars
    }

    /// The current line, and the number of its scalars before the cursor.
    var line: (scalars: [Unicode.Scalar], cursor: Int) {
        let info = el_wline(editor).pointee
        let count = info.lastchar - info.buffer
        let scalars = WideText.scalars(UnsafeBufferPointer(start: info.buffer, count: count))
        return (scalars, min(info.cursor - info.buffer, scalars.count))
    }

    /// Replaces the `count` scalars before the cursor.
    func replace(_ count: Int, with scalars: [Unicode.Scalar]) {
        if count > 0 { el_deletestr(editor, Int32(count)) }
        if !scalars.isEmpty { WideText.with(scalars) { _ = el_winsertstr(editor, $0) } }
    }

    // MARK: The terminal

    /// Adopts the terminal's new size.
    func resize() { el_resize(editor) }

    /// Prepares the terminal for editing, or restores its previous state.
    func prepareTerminal(_ isEditing: Bool) { cedit_prepare_terminal(editor, isEditing ? 1 : 0) }

    // MARK: History

    /// Replaces the lines of the history, newest last.
    func setHistory(_ lines: [[Unicode.Scalar]]) {
        cedit_history_clear(history)
        for line in lines { WideText.with(line) { cedit_history_add(history, $0) } }
    }

    /// Adds a line to the history.
    func addHistory(_ line: [Unicode.Scalar]) {
        WideText.with(line) { cedit_history_add(history, $0) }
    }

    // MARK: Setting up

    private func setUp() {
        cedit_set_reader(editor) { editor, key in EditLine.of(editor)?.read(key) ?? 0 }
        WideText.with("emacs") { cedit_set_editor(editor, $0) }
        el_source(editor, nil)
        cedit_take_all_keys(editor)
        addFunctions()
        bindKeys()
        fflush(stream)
    }

    private func addFunctions() {
        cedit_add_functions(
            editor, { editor, _ in EditLine.run(.interrupt, editor) }, { editor, _ in EditLine.run(.suspend, editor) },
            { editor, _ in EditLine.run(.complete, editor) }, { editor, _ in EditLine.run(.clear, editor) },
            { editor, _ in EditLine.run(.apply, editor) })
    }

    private func bindKeys() {
        let isVi = cedit_is_vi(editor) != 0
        let apply = String(Character(EditLine.applyKey))
        for (key, function) in [
            ("^C", "surf-interrupt"), ("^Z", "surf-suspend"), ("^I", "surf-complete"), (apply, "surf-apply"),
            ("^L", "surf-clear"),
            ("^R", "em-inc-search-prev"), ("^S", "em-inc-search-next"),
        ] {
            bind(key, function, cedit_bind)
            if isVi, function.hasPrefix("surf"), key != "^I" { bind(key, function, cedit_bind_command) }
        }
    }

    private func bind(
        _ key: String, _ function: String,
        _ call: (OpaquePointer?, UnsafePointer<wchar_t>?, UnsafePointer<wchar_t>?) -> Void
    ) {
        WideText.with(key) { key in WideText.with(function) { call(editor, key, $0) } }
    }

    // MARK: Called by libedit

    private func read(_ key: UnsafeMutablePointer<wchar_t>?) -> Int32 {
        guard let scalar = delegate.nextKey() else { return 0 }
        key?.pointee = wchar_t(scalar.value)
        return 1
    }

    private static func run(_ action: Action, _ editor: OpaquePointer?) -> UInt8 {
        guard let line = of(editor) else { return UInt8(CC_ERROR) }
        switch line.delegate.perform(action) {
        case .refresh: return UInt8(CC_REFRESH)
        case .beep: return UInt8(CC_ERROR)
        case .end: return UInt8(CC_EOF)
        }
    }

    private static func of(_ editor: OpaquePointer?) -> EditLine? {
        cedit_owner(editor).map { Unmanaged<EditLine>.fromOpaque($0).takeUnretainedValue() }
    }
}

/// Passes libedit's output to the screen that owns the stream.
private let writeToScreen: cedit_write_function = { owner, bytes, count in
    guard let owner, let bytes else { return 0 }
    let screen = Unmanaged<TerminalScreen>.fromOpaque(owner).takeUnretainedValue()
    screen.take(UnsafeRawBufferPointer(start: bytes, count: count))
    return count
}

/// Converts scalars to and from libedit's form, one `wchar_t` each.
enum WideText {
    /// The scalars of libedit's text. Values that are not scalars become U+FFFD.
    static func scalars(_ wide: UnsafeBufferPointer<wchar_t>) -> [Unicode.Scalar] {
        wide.map { Unicode.Scalar(UInt32(bitPattern: $0)) ?? "\u{FFFD}" }
    }

    /// Calls `body` with the scalars as `wchar_t`, terminated by zero.
    static func with<Result>(
        _ scalars: [Unicode.Scalar], _ body: (UnsafePointer<wchar_t>) -> Result
    ) -> Result {
        let wide = scalars.filter { $0.value != 0 }.map { wchar_t($0.value) } + [0]
        return wide.withUnsafeBufferPointer { buffer in
            // The array contains at least the zero, so it has an address.
            body(buffer.baseAddress!)
        }
    }

    static func with<Result>(_ text: String, _ body: (UnsafePointer<wchar_t>) -> Result) -> Result {
        with(Array(text.unicodeScalars), body)
    }
}
