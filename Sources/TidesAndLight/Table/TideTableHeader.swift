/// The header of a TCD file: the counts of its tables, and the widths and scales of its numbers.
///
/// Every number is checked against the limits of the format, so that sizes that follow from them fit into an `Int` and
/// no width is one that a reader cannot read.
struct TideTableHeader: Sendable {
    /// One of the tables of names: how many it has, how many there is room for, and the bytes of each.
    struct Names: Sendable {
        let count: Int
        let room: Int
        let size: Int
        /// The bits of an index into it.
        let bits: Int

        var bytes: Int { room * size }
    }

    /// The width of a number, and by what it is divided.
    struct Scaled: Sendable {
        let bits: Int
        let scale: Double
    }

    let size: Int
    let records: Int
    let firstYear: Int
    let years: Int
    let fileSize: Int
    let speed, equilibrium, nodeFactor, amplitude, epoch, latitude, longitude: Scaled
    let datumOffset, levelAdd, levelMultiply: Scaled
    let speedOffset, equilibriumOffset, nodeOffset: Double
    let recordTypeBits, recordSizeBits, stationBits, dateBits, monthsBits, confidenceBits, timeBits, directionBits: Int
    let levelUnits, directionUnits, restrictions, legaleses, datums, constituents, zones, countries: Names

    /// - Parameter text: The header's lines, such as `[NODE BITS] = 15`.
    /// - Throws: `TideTableError.version`, `.damaged`.
    init(_ text: TideTableHeaderText) throws(TideTableError) {
        let version = try text.number("MAJOR REV", 0...1_000_000)
        if version != 2 { throw .version(version) }
        size = try text.number("HEADER SIZE", 1...65_536)
        records = try text.number("NUMBER OF RECORDS", 0...200_000)
        firstYear = try text.number("START YEAR", -10_000...10_000)
        years = try text.number("NUMBER OF YEARS", 1...10_000)
        fileSize = try text.number("END OF FILE", 1...TideTable.largest)
        // Where all numbers are the same they have no bits, and the offset is the number.
        speed = try text.scaled("SPEED", bits: 0...31)
        equilibrium = try text.scaled("EQUILIBRIUM", bits: 0...31)
        nodeFactor = try text.scaled("NODE", bits: 0...31)
        amplitude = try text.scaled("AMPLITUDE")
        epoch = try text.scaled("EPOCH")
        latitude = try text.scaled("LATITUDE")
        longitude = try text.scaled("LONGITUDE")
        datumOffset = try text.scaled("DATUM OFFSET")
        levelAdd = try text.scaled("LEVEL ADD")
        levelMultiply = try text.scaled("LEVEL MULTIPLY")
        speedOffset = try Double(text.number("SPEED OFFSET", TideTableHeaderText.anyNumber))
        equilibriumOffset = try Double(text.number("EQUILIBRIUM OFFSET", TideTableHeaderText.anyNumber))
        nodeOffset = try Double(text.number("NODE OFFSET", TideTableHeaderText.anyNumber))
        recordTypeBits = try text.bits("RECORD TYPE BITS")
        recordSizeBits = try text.bits("RECORD SIZE BITS")
        stationBits = try text.bits("STATION BITS")
        dateBits = try text.bits("DATE BITS")
        monthsBits = try text.bits("MONTHS ON STATION BITS")
        confidenceBits = try text.bits("CONFIDENCE VALUE BITS")
        timeBits = try text.bits("TIME BITS")
        directionBits = try text.bits("DIRECTION BITS")
        levelUnits = try text.names("LEVEL UNIT", count: "LEVEL UNIT TYPES", isFull: true)
        directionUnits = try text.names("DIRECTION UNIT", count: "DIRECTION UNIT TYPES", isFull: true)
        restrictions = try text.names("RESTRICTION", count: "RESTRICTION TYPES")
        legaleses = try text.names("LEGALESE", count: "LEGALESE TYPES")
        datums = try text.names("DATUM", count: "DATUM TYPES")
        constituents = try text.names("CONSTITUENT", count: "CONSTITUENTS", isFull: true)
        zones = try text.names("TZFILE", count: "TZFILES")
        countries = try text.names("COUNTRY", count: "COUNTRIES")
        if !(1...TideTableHeader.maxConstituents).contains(constituents.count) { throw .damaged("CONSTITUENTS") }
    }

    /// As in libtcd.
    static let maxConstituents = 255
}
