import Foundation
import Journal
import Testing

@testable import JournalCLI
@testable import JournalInsight
@testable import SurfLanguage

struct MessagesTests {
    @Test(arguments: [(0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567"), (-1000, "-1,000")])
    func `thousands are grouped`(number: Int, text: String) {
        #expect(Messages.grouped(number) == text)
    }

    @Test(arguments: [
        (0.0, "just now"), (59, "just now"), (60, "1 minute ago"), (7200, "2 hours ago"), (86_400 * 3.5, "3 days ago"),
        (-5, "just now"),
    ])
    func `an age is shown in its largest unit`(seconds: Double, text: String) {
        #expect(Messages.age(seconds: seconds) == text)
    }

    @Test(arguments: [
        (1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (10, "10th"), (11, "11th"), (12, "12th"), (13, "13th"),
        (14, "14th"), (21, "21st"), (112, "112th"), (113, "113th"), (123, "123rd"), (1011, "1,011th"),
    ])
    func `an ordinal number has the ending with which it is spoken`(number: Int, text: String) {
        #expect(Messages.ordinal(number) == text)
    }

    @Test(arguments: [(199.0, "99% of"), (200, "goal of 200"), (1, "0% of"), (2, "1% of")])
    func `the percentage of a goal is rounded down, so that a hundred means reached`(reached: Double, start: String) {
        let text = Messages.goal(GoalProgress(reached: reached, target: 200, expected: reached), .sessions)
        #expect(text.hasPrefix(start) && text.hasSuffix("reached") == (reached == 200))
    }

    @Test(arguments: [
        (0.0, 0.4, "0% of your goal of 50 sessions, 50 to go, on pace"),
        (20, 20.5, "40% of your goal of 50 sessions, 30 to go, 1 behind pace"),
        (20, 15, "40% of your goal of 50 sessions, 30 to go, 5 ahead of pace"),
        (49.9, 50, "99% of your goal of 50 sessions, 0.1 to go, on pace"),
        (50, 50, "goal of 50 sessions reached"),
    ])
    func `a goal is reached, on pace, or half a session and more ahead or behind`(
        reached: Double, expected: Double, text: String
    ) {
        #expect(Messages.goal(GoalProgress(reached: reached, target: 50, expected: expected), .sessions) == text)
    }

    @Test(arguments: [(Goal.sessionsOfYear, 12, 31, 50.0), (.sessionsOfMonth, 12, 31, 50), (.hoursOfMonth, 9, 12, 20)])
    func `on the last day of a year or month all of the goal is expected`(
        goal: Goal, month: Int, day: Int, expected: Double
    ) throws {
        let today = Today(day: try #require(CivilDay(year: 2026, month: month, day: day)))
        #expect(goal.progress(today, of: 50).expected == expected)
    }

    @Test(arguments: [
        ("/a/b.sqlite", "/a/b.sqlite"), ("/a b", "'/a b'"), ("it's", "'it'\\''s'"), ("", "''"), ("$x", "'$x'"),
    ])
    func `a path is quoted for a shell`(path: String, quoted: String) {
        #expect(Messages.quoted(path) == quoted)
    }

    private static let url = URL(fileURLWithPath: "/j.sqlite")

    @Test(
        arguments: [
            (JournalError.noStore(url), 3), (.noEntry(1), 3), (.notADatabase(url), 5), (.notAJournal(url, why: "x"), 5),
            (.corrupt(url, detail: "x"), 5), (.busy(url), 6), (.missingField(.notes), 2),
            (.isFolder(url), 1), (.diskFull(url), 1), (.readOnly(url), 1), (.notPermitted(url), 1), (.exists(url), 1),
            (.cannotOpen(url, detail: "x"), 1), (.strayFile(url), 1), (.noHome, 1), (.failed(url, detail: "x"), 1),
            (.notOwn(url), 1), (.invalid(nil, reason: "x"), 2),
        ] as [(JournalError, Int32)])
    func `an error of the journal has its exit code and is one line`(error: JournalError, code: Int32) throws {
        let report = Refusal(error)
        #expect(report.code.number == code)
        let line = try #require(report.line)
        #expect(line.hasSuffix(". Nothing was changed."))
        #expect(!line.contains("\n"))
    }

    @Test(
        arguments: [
            (DraftError.noDraft(1), 3), (.taken(1), 6), (.unreadable(1), 5), (.otherJournal(1), 5), (.diskFull(url), 1),
        ] as [(DraftError, Int32)])
    func `an error of a draft has its exit code`(error: DraftError, code: Int32) {
        #expect(Refusal(error).code.number == code)
    }

    @Test func `an uncertain save does not claim that nothing was changed`() throws {
        for error in [JournalError.uncertain(Self.url), DraftError.uncertain(Self.url)] as [any Error] {
            let line = try #require(Refusal(error).line)
            #expect(!line.contains("Nothing was"))
        }
    }

    @Test(arguments: [
        (Survived.draft(3), "Draft d3 was not saved and is kept."),
        (.draftLost, "Nothing was saved, not even as a draft."),
    ])
    func `an error ends with what was kept`(survived: Survived, end: String) {
        let report = Refusal(JournalError.busy(MessagesTests.url)).leaving(survived)
        #expect(report.code == .busy)
        #expect(report.line?.hasSuffix(end) == true)
    }

    @Test func `the error for a store made by Core Data suggests migrate`() {
        #expect(Refusal(JournalError.notOwn(MessagesTests.url)).sentence?.contains("surfjournal migrate") == true)
    }
}
