import Testing

/// The screen on which the other tests rely.
struct ScreenTests {
    private func shown(_ text: String, columns: Int = 10, rows: Int = 3) -> Screen {
        var screen = Screen(columns: columns, rows: rows)
        screen.write(text)
        return screen
    }

    @Test(arguments: [
        ("ab\r\ncd", ["ab", "cd"]), ("abcdefghijk", ["abcdefghij", "k"]), ("abc\r\u{1B}[1Cx", ["axc"]),
        ("a\r\nb\r\nc\r\nd", ["b", "c", "d"]), ("abc\u{1B}[2D\u{1B}[K", ["a"]), ("abcdefghi漢", ["abcdefghi", "漢"]),
        ("漢字\u{8}x", ["漢 x"]), ("漢\rx", ["x"]), ("e\u{301}x", ["e\u{301}x"]), ("a\r\nb\u{1B}[1A\u{1B}[J", ["a"]),
        ("ab\u{1B}[H\u{1B}[2Jc", ["c"]), ("abcdefghij\r\nk", ["abcdefghij", "k"]), ("a\u{1B}[31mb\u{1B}[0m", ["ab"]),
    ])
    func `text and escape sequences are shown as on a terminal`(text: String, lines: [String]) {
        #expect(shown(text).lines == lines)
    }

    @Test func `sequences may arrive in parts, and unknown ones are recorded`() {
        var screen = shown("ab\u{1B}")
        screen.write("[2")
        screen.write("Dx\u{1B}[5q")
        #expect(screen.lines == ["xb"])
        #expect(screen.unknown == ["[5q"])
    }

    @Test func `a new width wraps the rows again`() {
        var screen = shown("abcdefghijkl\r\nx", columns: 10, rows: 5)
        screen.resize(columns: 5, rows: 5)
        #expect(screen.lines == ["abcde", "fghij", "kl", "x"])
        #expect(screen.cursor == [3, 1])
        screen.resize(columns: 20, rows: 5)
        #expect(screen.lines == ["abcdefghijkl", "x"])
        #expect(screen.cursor == [1, 1])
    }

    @Test(arguments: [("👨‍👩‍👧", 2), ("🇵🇹", 2), ("❤️", 2), ("漢", 2), ("e\u{301}", 1), ("🏄🏽‍♂️", 2)])
    func `a grapheme cluster has the width of one character`(text: String, width: Int) {
        #expect(shown("a" + text).cursor == [0, 1 + width])
    }
}
