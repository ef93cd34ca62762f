import ArgumentParser
import SurfLanguage

/// An entry's fields as options, which set a field or filter by it.
struct FieldOptions: ParsableArguments {
    @Option(help: .of(.date), completion: .of(.date)) var date: [String] = []
    @Option(name: .of(.location), help: .of(.location), completion: .of(.location)) var location: [String] = []
    @Option(help: .of(.height), completion: .of(.height)) var height: [String] = []
    @Option(help: .of(.period), completion: .of(.period)) var period: [String] = []
    @Option(help: .of(.wind), completion: .of(.wind)) var wind: [String] = []
    @Option(help: .of(.rating), completion: .of(.rating)) var rating: [String] = []
    @Option(help: .of(.notes), completion: .of(.notes)) var notes: [String] = []
    @Option(help: .of(.timeZone), completion: .of(.timeZone)) var timeZone: [String] = []
    @Option(help: .of(.board), completion: .of(.board)) var board: [String] = []
    @Option(help: .of(.tide), completion: .of(.tide)) var tide: [String] = []
    @Option(help: .of(.crowd), completion: .of(.crowd)) var crowd: [String] = []
    @Option(help: .of(.waves), completion: .of(.waves)) var waves: [String] = []
    @Option(help: .of(.duration), completion: .of(.duration)) var duration: [String] = []
    @Option(help: .of(.swellHeight), completion: .of(.swellHeight)) var swellHeight: [String] = []
    @Option(help: .of(.swellPeriod), completion: .of(.swellPeriod)) var swellPeriod: [String] = []
    @Option(help: .of(.swellDirection), completion: .of(.swellDirection)) var swellDirection: [String] = []
    @Option(help: .of(.waterTemperature), completion: .of(.waterTemperature)) var waterTemperature: [String] = []

    /// The option of each field, in column order.
    private static var options: [(field: EntryField, texts: WritableKeyPath<FieldOptions, [String]>)] {
        [
            (.date, \.date), (.location, \.location), (.height, \.height), (.period, \.period), (.wind, \.wind),
            (.rating, \.rating), (.notes, \.notes), (.timeZone, \.timeZone), (.board, \.board), (.tide, \.tide),
            (.crowd, \.crowd), (.waves, \.waves), (.duration, \.duration), (.swellHeight, \.swellHeight),
            (.swellPeriod, \.swellPeriod), (.swellDirection, \.swellDirection), (.waterTemperature, \.waterTemperature),
        ]
    }

    /// What was typed for each field, in column order.
    var typed: [(field: EntryField, texts: [String])] {
        FieldOptions.options.map { ($0.field, self[keyPath: $0.texts]) }.filter { !$0.1.isEmpty }
    }

    /// The options without the values for which `isKept` is false.
    func keeping(_ isKept: (EntryField, String) -> Bool) -> FieldOptions {
        var kept = self
        for (field, texts) in FieldOptions.options { kept[keyPath: texts].removeAll { !isKept(field, $0) } }
        return kept
    }
}

extension ArgumentHelp {
    /// The help of the option for a field.
    fileprivate static func of(_ field: EntryField) -> ArgumentHelp {
        ArgumentHelp(field.definition.help, valueName: field.definition.value)
    }
}

extension ArgumentParser.CompletionKind {
    /// What completes the value of a field.
    fileprivate static func of(_ field: EntryField) -> ArgumentParser.CompletionKind { .value(ValueKind(field)) }
}

extension NameSpecification {
    /// The option's own name and the other names of the field.
    fileprivate static func of(_ field: EntryField) -> NameSpecification {
        NameSpecification([.long] + field.definition.otherNames.map { .customLong($0) })
    }
}
