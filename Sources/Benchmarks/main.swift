import Foundation

let arguments = CommandLine.arguments.dropFirst()
let count = arguments.first.flatMap { Int($0) } ?? 100_000
let rounds = arguments.dropFirst().first.flatMap { Int($0) } ?? 7
let store = try JournalStore(count: count)
defer { store.remove() }

func seconds(_ value: Double) -> String { String(format: "%9.1f ms", value * 1_000) }

print("workload".padding(toLength: 48, withPad: " ", startingAt: 0), "     ours   baseline  ratio  target")
for result in try ObjectWorkloads(store: store, rounds: rounds).all() + HistoryWorkloads(rounds: rounds).all() {
    print(
        result.name.padding(toLength: 48, withPad: " ", startingAt: 0), seconds(result.medianOurs),
        seconds(result.medianBaseline), String(format: "%6.2f %6.2f", result.ratio, result.target))
}
