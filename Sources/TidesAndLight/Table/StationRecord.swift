/// The record of a station as the file has it: numbers in the file's units, indices into its tables.
struct StationRecord {
    /// The part that only one type of record has.
    enum Kind {
        /// The times are hours * 100 + minutes.
        case reference(datumOffset: Double, datum: Int, meridian: Int, constituents: [HarmonicConstants.Constituent])
        case subordinate(low: Offset, high: Offset)
    }

    struct Offset {
        /// Hours * 100 + minutes.
        let time: Int
        let level: Double
        let factor: Double
    }

    let zone: Int
    let name: String
    /// The number of the reference station; negative for none.
    let reference: Int
    let levelUnit: Int
    let kind: Kind

    private static let longestLine = 90
    private static let longestText = 10_000

    /// Nil if the record ends too early, or has a number that cannot be.
    init?(_ header: TideTableHeader, _ bytes: UnsafeRawBufferPointer, _ station: StationIndex) {
        var reader = BitReader(bytes, station.record)
        guard let start = StationRecord.Start(header, &reader), let unit = StationRecord.levelUnit(header, &reader),
            let kind = station.isReference
                ? StationRecord.reference(header, &reader) : StationRecord.subordinate(header, &reader)
        else { return nil }
        (zone, name, reference, levelUnit) = (start.zone, start.name, start.reference, unit)
        self.kind = kind
    }

    /// The first fields, which are enough to find a station by its name.
    struct Start {
        let zone: Int
        let name: String
        let reference: Int

        init?(_ header: TideTableHeader, _ reader: inout BitReader) {
            for bits in [
                header.recordSizeBits, header.recordTypeBits, header.latitude.bits, header.longitude.bits,
            ] where reader.unsigned(bits) == nil { return nil }
            guard let zone = reader.unsigned(header.zones.bits), let name = reader.text(longest: longestLine),
                let reference = reader.signed(header.stationBits)
            else { return nil }
            (self.zone, self.name, self.reference) = (zone, name, reference)
        }
    }

    /// Skips what no tide needs, up to the unit of the heights.
    private static func levelUnit(_ header: TideTableHeader, _ reader: inout BitReader) -> Int? {
        guard reader.unsigned(header.countries.bits) != nil, reader.skipText(longest: longestLine),
            reader.unsigned(header.restrictions.bits) != nil, reader.skipText(longest: longestText),
            reader.skipText(longest: longestText), reader.unsigned(header.legaleses.bits) != nil,
            reader.skipText(longest: longestLine), reader.skipText(longest: longestLine),
            reader.unsigned(header.dateBits) != nil, reader.skipText(longest: longestText),
            reader.unsigned(header.directionUnits.bits) != nil, reader.unsigned(header.directionBits) != nil,
            reader.unsigned(header.directionBits) != nil
        else { return nil }
        return reader.unsigned(header.levelUnits.bits)
    }

    private static func reference(_ header: TideTableHeader, _ reader: inout BitReader) -> Kind? {
        guard let offset = reader.signed(header.datumOffset.bits), let datum = reader.unsigned(header.datums.bits),
            let meridian = reader.signed(header.timeBits), reader.unsigned(header.dateBits) != nil,
            reader.unsigned(header.monthsBits) != nil, reader.unsigned(header.dateBits) != nil,
            reader.unsigned(header.confidenceBits) != nil, let count = reader.unsigned(header.constituents.bits),
            let constituents = constituents(count, header, &reader)
        else { return nil }
        return .reference(
            datumOffset: Double(offset) / header.datumOffset.scale, datum: datum, meridian: meridian,
            constituents: constituents)
    }

    private static func constituents(
        _ count: Int, _ header: TideTableHeader, _ reader: inout BitReader
    ) -> [HarmonicConstants.Constituent]? {
        guard count <= header.constituents.count else { return nil }
        var constituents: [HarmonicConstants.Constituent] = []
        constituents.reserveCapacity(count)
        for _ in 0..<count {
            guard let number = reader.unsigned(header.constituents.bits), number < header.constituents.count,
                let amplitude = reader.unsigned(header.amplitude.bits), let epoch = reader.unsigned(header.epoch.bits)
            else { return nil }
            constituents.append(
                HarmonicConstants.Constituent(
                    number: number, amplitude: Double(amplitude) / header.amplitude.scale,
                    phase: Double(epoch) / header.epoch.scale))
        }
        return constituents
    }

    private static func subordinate(_ header: TideTableHeader, _ reader: inout BitReader) -> Kind? {
        guard let low = Offset(header, &reader), let high = Offset(header, &reader) else { return nil }
        return .subordinate(low: low, high: high)
    }
}

extension StationRecord.Offset {
    fileprivate init?(_ header: TideTableHeader, _ reader: inout BitReader) {
        guard let time = reader.signed(header.timeBits), let level = reader.signed(header.levelAdd.bits),
            let factor = reader.unsigned(header.levelMultiply.bits)
        else { return nil }
        self.time = time
        self.level = Double(level) / header.levelAdd.scale
        self.factor = Double(factor) / header.levelMultiply.scale
    }
}
