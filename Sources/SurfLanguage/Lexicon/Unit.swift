/// A unit as people write it after a number. One row says all that is known of it: to teach another name, add it there.
package enum Unit: CaseIterable, Hashable, Sendable {
    case feet, metres, centimetres
    case seconds, minutes, hours, days, weeks, months, years
    case knots, milesPerHour, kilometresPerHour, metresPerSecond
    /// A wind force, after the number or in a header. Elsewhere `beaufort` is a term, which may also precede the number.
    case beaufort
    case fahrenheit, celsius, degrees
    case waves, stars

    /// What is measured. Numbers convert between the units of one dimension.
    enum Dimension: Sendable { case length, time, calendar, speed, force, temperature, count }

    struct Definition: Sendable {
        let dimension: Dimension
        /// The size in metres, seconds or kilometres per hour; 1 for others.
        let size: Double
        /// How it is written after a number.
        let symbol: String
        /// Its names in five languages, in lower case and without accents, separated by commas.
        let names: String

        fileprivate init(_ dimension: Dimension, _ size: Double, _ symbol: String, _ names: String) {
            (self.dimension, self.size, self.symbol, self.names) = (dimension, size, symbol, names)
        }
    }

    private var defined: Definition {
        switch self {
        case .feet:
            Definition(
                .length, 0.3048, "ft", "ft,fts,foot,feet,foots,footer,footers,pie,pies,pe,pes,pied,pieds,fuss,fus")
        case .metres:
            Definition(
                .length, 1, "m", "m,meter,meters,metre,metres,metro,metros,mts,mtr,mt,metern,metrao,metrin,mètre")
        case .centimetres:
            Definition(
                .length, 0.01, "cm",
                "cm,cms,centimeter,centimeters,centimetre,centimetres,centimetro,centimetros,zentimeter,zentimetern")
        case .seconds:
            Definition(
                .time, 1, "s",
                "s,sec,secs,second,seconds,segundo,segundos,seconde,secondes,sekunde,sekunden,sek,seg,segs")
        case .minutes: Definition(.time, 60, "min", "min,mins,mn,minute,minutes,minuten,minuto,minutos")
        case .hours:
            Definition(
                .time, 3600, "h",
                "h,hr,hrs,hour,hours,hora,horas,horita,horitas,horinha,horinhas,heure,heures,stunde,stunden,stundchen,std,hs"
            )
        case .days: Definition(.calendar, 1, "d", "d,day,days,dia,dias,jour,jours,tag,tage,tagen")
        case .weeks: Definition(.calendar, 1, "w", "w,wk,wks,week,weeks,semana,semanas,semaine,semaines,woche,wochen")
        case .months: Definition(.calendar, 1, "months", "month,months,mes,meses,mois,monat,monate,monaten")
        case .years:
            Definition(.calendar, 1, "y", "y,yr,yrs,year,years,ano,anos,an,ans,annee,annees,jahr,jahre,jahren")
        case .knots:
            Definition(.speed, 1.852, "kts", "kt,kts,kn,knot,knots,nudo,nudos,nos,noeud,noeuds,nœud,nœuds,nds,knoten")
        case .milesPerHour: Definition(.speed, 1.609344, "mph", "mph")
        case .kilometresPerHour: Definition(.speed, 1, "km/h", "km/h,kmh,kph,kmph,kms/h")
        case .metresPerSecond: Definition(.speed, 3.6, "m/s", "m/s,mps")
        case .beaufort: Definition(.force, 1, "Bft", "bft,beaufort")
        case .fahrenheit:
            Definition(
                .temperature, 1, "°F",
                "f,fahrenheit,° f,°f,degrees f,degree f,deg f,degrees fahrenheit,grad fahrenheit")
        case .celsius:
            Definition(
                .temperature, 1, "°C",
                "c,celsius,° c,°c,degrees c,degree c,deg c,degrees celsius,grad celsius,grados c,grados celsius,degres celsius"
            )
        case .degrees:
            Definition(.temperature, 1, "°", "°,º,deg,degree,degrees,grad,grados,graus,degres,degre,grado,grau")
        case .waves:
            Definition(.count, 1, "waves", "wave,waves,wv,wvs,rides,ride,ola,olas,onda,ondas,vague,vagues,welle,wellen")
        case .stars:
            Definition(
                .count, 1, "stars", "star,stars,estrella,estrellas,estrela,estrelas,etoile,etoiles,stern,sterne,sternen"
            )
        }
    }

    private static let definitions = Dictionary(uniqueKeysWithValues: allCases.map { ($0, $0.defined) })

    var definition: Definition { Unit.definitions[self] ?? defined }

    private static let named: [String: Unit] = {
        let pairs = allCases.flatMap { unit in unit.definition.names.split(separator: ",").map { (String($0), unit) } }
        return Dictionary(pairs) { first, _ in first }
    }()

    /// The unit with a name in any of the languages. Case and accents do not matter.
    package init?(name: String) {
        guard let unit = Unit.named[name.folded] else { return nil }
        self = unit
    }

    /// The unit with a name in UTF-8. Short names are found without making a string of them.
    init?(name: Slice<UnsafeBufferPointer<UInt8>>) {
        if name.count <= 8, name.allSatisfy({ $0 < 0x80 }) {
            let key = Unit.key(name.lazy.map(\.lowercased))
            guard let unit = Unit.short[key] else { return nil }
            self = unit
        } else {
            self.init(name: String(decoding: name, as: UTF8.self))
        }
    }

    /// The bytes of a name, at most eight, packed into a number.
    private static func key(_ name: some Sequence<UInt8>) -> UInt64 { name.reduce(0) { $0 << 8 | UInt64($1) } }

    private static let short = Dictionary(
        named.filter { $0.key.utf8.count <= 8 }.map { (key($0.key.utf8), $0.value) },
        uniquingKeysWith: { first, _ in first })

    var isLength: Bool { definition.dimension == .length }
    package var isSpeed: Bool { definition.dimension == .speed }
    var isTemperature: Bool { definition.dimension == .temperature }

    /// A number of this unit as a number of another unit of the same dimension.
    package func converted(_ number: Double, to other: Unit) -> Double {
        self == other ? number : number * definition.size / other.definition.size
    }

    /// A number of feet, centimetres or metres in metres.
    func metres(_ number: Double) -> Double { converted(number, to: .metres) }
}
