import Foundation

extension Double {
    /// The number rounded to this many decimals.
    package func rounded(places: Int) -> Double {
        let factor = pow(10, Double(places))
        return (self * factor).rounded() / factor
    }
}
