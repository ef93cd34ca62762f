import Testing

@testable import JournalCLI

struct ProgressBarTests {
    @Test(arguments: [
        (10, 100, 0.4, ""), (10, 0, 2.0, ""), (50, 100, 2.0, "[##########..........] 50/100  25/s  0:02 left"),
        (0, 100, 1.0, "[....................] 0/100  0/s  --:-- left"),
        (5000, 5000, 1.0, "[####################] 5,000/5,000  5,000/s  0:00 left"),
        (100, 10_000, 1.0, "[....................] 100/10,000  100/s  1:39 left"),
    ])
    func `after half a second the bar shows count, rate and remaining time`(
        done: Int, total: Int, seconds: Double, line: String
    ) {
        #expect(ProgressBar.line(done: done, total: total, seconds: seconds) == line)
    }
}
