/// A table of tide stations with their harmonic constants: the content of a TCD file, version 2.
///
/// The format is that of libtcd, the library of XTide. This is a reader of our own because libtcd cannot be given a file
/// that is not trusted: it ends the process by `exit` and `assert` where a file contradicts itself, copies texts into
/// arrays of fixed size, allocates what the header asks for, and keeps its state in global variables. Here every width,
/// count and position is checked before it is used, so that any bytes are either a table or a `TideTableError`. A test
/// compares every station, speed and factor with what libtcd reads.
///
/// A value; it never reads the file again. Stations are decoded when they are asked for.
///
/// Source: libtcd.html, "Tide record (version 2.2)", in Debian's libtcd-dev.
package struct TideTable: Sendable {
    let bytes: [UInt8]
    let header: TideTableHeader
    let layout: TideTableLayout
    let index: [StationIndex]

    /// The most bytes of a file. The table of the USA has 2 MB.
    package static let largest = 64 << 20

    /// Checks a file's bytes and finds its stations.
    /// - Throws: `TideTableError`.
    /// - Complexity: Linear in the number of stations.
    package init(_ bytes: [UInt8]) throws(TideTableError) {
        if bytes.count > TideTable.largest { throw .tooLarge }
        self.bytes = bytes
        let parts = bytes.withUnsafeBytes { raw in
            Result { () throws(TideTableError) in
                let header = try TideTableHeader(TideTableHeaderText(raw))
                let layout = try TideTableLayout(header, raw)
                return (header, layout, try StationIndex.all(header, layout, raw))
            }
        }
        (header, layout, index) = try parts.get()
    }

    /// The number of stations, those of currents included.
    package var count: Int { index.count }

    /// The years, in UTC, for which heights can be computed.
    package var years: ClosedRange<Int> { header.firstYear...header.firstYear + header.years - 1 }
}

/// Where the parts of a TCD file begin, in bytes from its start.
struct TideTableLayout: Sendable {
    let levelUnits, datums, zones, speeds, equilibrium, nodeFactors, stations: Int

    /// - Throws: `.damaged` for a header with another checksum than the file says, or a file of another size.
    init(_ header: TideTableHeader, _ bytes: UnsafeRawBufferPointer) throws(TideTableError) {
        // The checksum follows the header.
        var position = header.size + 4
        guard header.fileSize == bytes.count, position <= bytes.count else { throw .damaged("END OF FILE") }
        var reader = BitReader(bytes, header.size..<bytes.count)
        if reader.unsigned(32) != Int(CRC32.of(bytes.prefix(header.size))) { throw .damaged("checksum") }

        /// Reserves a part and returns where it begins.
        func part(_ size: Int) -> Int {
            defer { position += size }
            return position
        }
        func numbers(_ count: Int, _ bits: Int) -> Int { part((count * bits + 7) / 8) }
        let values = header.constituents.count * header.years
        levelUnits = part(header.levelUnits.bytes)
        _ = part(header.directionUnits.bytes + header.restrictions.bytes)
        zones = part(header.zones.bytes)
        _ = part(header.countries.bytes)
        datums = part(header.datums.bytes)
        _ = part(header.legaleses.bytes + header.constituents.bytes)
        speeds = numbers(header.constituents.count, header.speed.bits)
        equilibrium = numbers(values, header.equilibrium.bits)
        nodeFactors = numbers(values, header.nodeFactor.bits)
        stations = position
        if stations > bytes.count { throw .damaged("END OF FILE") }
    }
}
