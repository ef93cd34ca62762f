/// A station's name and number in its table.
package struct NamedStation: Equatable, Sendable {
    package let number: Int
    package let name: String
}

extension TideTable {
    /// A station by its number, from 0; nil for a station of currents, whose values are no heights.
    /// - Precondition: The number is less than `count`.
    /// - Throws: `.damaged` if its record, or that of its reference station, contradicts itself.
    package func station(_ number: Int) throws(TideTableError) -> TideStation? {
        precondition(index.indices.contains(number), "The table has \(count) stations.")
        let record = try record(number)
        guard let metres = unitLength(record.levelUnit) else { return nil }
        switch record.kind {
        case .reference:
            return station(number, record, try constants(record, number), nil)
        case .subordinate(let low, let high):
            guard index.indices.contains(record.reference), index[record.reference].isReference else {
                throw .damaged("station \(number)")
            }
            let reference = try self.record(record.reference)
            guard unitLength(reference.levelUnit) != nil else { return nil }
            let offsets = TideOffsets(high: offset(high, metres), low: offset(low, metres))
            let constants = try constants(reference, record.reference)
            return station(number, record, constants, (offsets, reference.name))
        }
    }

    /// The names of all stations, those of currents included, in the order of the file.
    /// - Complexity: Linear; 2 ms for 5,000 stations.
    package func names() throws(TideTableError) -> [NamedStation] {
        var names: [NamedStation] = []
        names.reserveCapacity(count)
        for number in index.indices {
            let name = bytes.withUnsafeBytes { raw in
                var reader = BitReader(raw, index[number].record)
                return StationRecord.Start(header, &reader)?.name
            }
            guard let name else { throw .damaged("station \(number)") }
            names.append(NamedStation(number: number, name: name))
        }
        return names
    }

    private func record(_ number: Int) throws(TideTableError) -> StationRecord {
        guard let record = bytes.withUnsafeBytes({ StationRecord(header, $0, index[number]) }) else {
            throw .damaged("station \(number)")
        }
        return record
    }

    private func station(
        _ number: Int, _ record: StationRecord, _ constants: (HarmonicConstants, datum: String),
        _ derived: (offsets: TideOffsets, reference: String)?
    ) -> TideStation {
        TideStation(
            number: number, name: record.name, position: index[number].position,
            timeZone: String(name(layout.zones, header.zones, record.zone).drop { $0 == ":" }),
            datum: constants.datum, constants: constants.0, offsets: derived?.offsets, reference: derived?.reference)
    }

    /// The constants of a reference station, in metres and for times in UTC.
    private func constants(
        _ record: StationRecord, _ number: Int
    ) throws(TideTableError) -> (HarmonicConstants, datum: String) {
        guard case .reference(let offset, let datum, let meridian, let constituents) = record.kind,
            let metres = unitLength(record.levelUnit)
        else { throw .damaged("station \(number)") }
        let hours = seconds(meridian) / 3600
        let moved = constituents.map { constituent in
            // The phases are for the time of a meridian, which is that many hours ahead of UTC.
            HarmonicConstants.Constituent(
                number: constituent.number, amplitude: constituent.amplitude * metres,
                phase: constituent.phase - speed(constituent.number) * hours)
        }
        return (
            HarmonicConstants(mean: offset * metres, constituents: moved), name(layout.datums, header.datums, datum)
        )
    }

    private func offset(_ offset: StationRecord.Offset, _ metres: Double) -> TideOffsets.Offset {
        TideOffsets.Offset(
            seconds: seconds(offset.time), factor: offset.factor == 0 ? 1 : offset.factor,
            metres: offset.level * metres)
    }

    /// Hours * 100 + minutes, in seconds.
    private func seconds(_ time: Int) -> Double { Double(time / 100 * 3600 + time % 100 * 60) }

    /// The length of a unit, in metres; nil if it is none of length, as for currents.
    private func unitLength(_ unit: Int) -> Double? {
        switch name(layout.levelUnits, header.levelUnits, unit) {
        case "feet": 0.3048
        case "meters": 1
        default: nil
        }
    }

    /// A name in one of the tables; empty for an index beyond it.
    private func name(_ start: Int, _ names: TideTableHeader.Names, _ index: Int) -> String {
        guard index < names.count else { return "" }
        let first = start + index * names.size
        return String(
            String.UnicodeScalarView(bytes[first..<first + names.size].prefix { $0 != 0 }.map(Unicode.Scalar.init)))
    }
}
