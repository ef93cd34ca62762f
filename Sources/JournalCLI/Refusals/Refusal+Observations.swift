import Foundation
import JournalTransfer

/// Errors of files with observations and forecasts.
extension Refusal {
    /// Why a file of observations or a forecast is not read.
    static func observations(_ path: String, _ error: ObservationError) -> Refusal {
        switch error {
        case .noHeader:
            return .badData(
                "\(path) is not a file of observations or a forecast: no line has columns such as YY MM DD hh mm WVHT, or time and wave_height. "
                    + "CO-OPS's water temperature is read from CSV, not from JSON.")
        case .line(let line):
            return .badData(
                "\(path):\(line): this line has no date, or a value that is not a number. Download the file again.")
        case .lineTooLong(let line):
            return .badData(
                "\(path):\(line): this line is longer than \(ObservationReader.longestLine >> 10) KiB, so this is not a file of observations. Download it again."
            )
        case .json:
            return .badData("\(path) is not Open-Meteo's JSON, or not all of it. Download it again, or as CSV.")
        case .tooLarge:
            return .badData(
                "\(path) has more than \(ObservationReader.largestJSON >> 20) MiB or a million values. Download it as CSV, which may be of any size."
            )
        case .file(.unreadable):
            return .failure(
                "\(path) does not exist or cannot be read. Name a file of observations. 'surfjournal fill' alone says where to get one."
            )
        case .file(.compressed(let fault)): return .badData("\(path) \(Messages.sentence(fault))")
        case .file(.cancelled): return .interrupted(signal: SIGINT)
        case .file(let error): return .importing(path, error)
        }
    }
}
