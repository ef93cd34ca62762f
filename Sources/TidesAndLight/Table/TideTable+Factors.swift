extension TideTable {
    /// A constituent's speed, in degrees per hour.
    func speed(_ constituent: Int) -> Double {
        let raw = number(layout.speeds, constituent, header.speed.bits)
        return (raw + header.speedOffset) / header.speed.scale
    }

    /// A constituent's equilibrium argument at the beginning of a year at Greenwich, in degrees.
    /// - Precondition: The year is one of `years`.
    func equilibriumArgument(_ constituent: Int, year: Int) -> Double {
        let raw = number(layout.equilibrium, place(constituent, year), header.equilibrium.bits)
        return (raw + header.equilibriumOffset) / header.equilibrium.scale
    }

    /// By what a constituent's amplitude is multiplied in a year, because the moon's orbit turns.
    /// - Precondition: The year is one of `years`.
    func nodeFactor(_ constituent: Int, year: Int) -> Double {
        let raw = number(layout.nodeFactors, place(constituent, year), header.nodeFactor.bits)
        return (raw + header.nodeOffset) / header.nodeFactor.scale
    }

    private func place(_ constituent: Int, _ year: Int) -> Int {
        precondition(years.contains(year), "The table has the years \(years).")
        return constituent * header.years + year - header.firstYear
    }

    /// A number of a part of the file, whose size `TideTableLayout` has checked.
    private func number(_ start: Int, _ index: Int, _ bits: Int) -> Double {
        bytes.withUnsafeBytes { raw in
            var reader = BitReader(raw, start..<layout.stations)
            reader.skip(index * bits)
            return Double(reader.unsigned(bits) ?? 0)
        }
    }
}
