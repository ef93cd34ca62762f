extension Double {
    /// An angle in degrees, in radians.
    var radians: Double { self * .pi / 180 }
    /// An angle in radians, in degrees.
    var degrees: Double { self * 180 / .pi }

    /// The remainder of the quotient rounded towards negative infinity, in `0..<divisor`.
    func flooredRemainder(_ divisor: Double) -> Double { self - divisor * (self / divisor).rounded(.down) }
}
