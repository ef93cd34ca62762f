/// Surf spots whose position is known: those of the sample journal.
package enum SurfSpot {
    /// The position of the spot with this name, whatever its case and accents; nil if it is not known.
    package static func position(of name: String) -> Coordinates? { positions[name.folded] }

    /// By folded names.
    private static let positions = Dictionary(
        uniqueKeysWithValues: all.compactMap { name, text in Coordinates(text).map { (name.folded, $0) } })

    private static let all = [
        "Arugam Bay": "6.839,81.837",
        "Bells Beach": "-38.37,144.283",
        "Biarritz - Côte des Basques": "43.477,-1.568",
        "Bundoran - The Peak": "54.479,-8.284",
        "Burleigh Heads": "-28.092,153.457",
        "Chicama": "-7.702,-79.449",
        "Cloud 9 Siargao": "9.813,126.168",
        "Ericeira - Ribeira d'Ilhas": "38.989,-9.419",
        "Florianópolis - Praia da Joaquina": "-27.629,-48.449",
        "Haleʻiwa": "21.598,-158.108",
        "Hossegor - La Gravière": "43.673,-1.443",
        "Huntington Beach Pier": "33.655,-118.004",
        "Jeffreys Bay - Supertubes": "-34.033,24.932",
        "Lower Trestles": "33.382,-117.5885",
        "Malibu First Point": "34.036,-118.679",
        "Máncora": "-4.108,-81.054",
        "Nazaré - Praia do Norte": "39.605,-9.085",
        "Ocean Beach SF": "37.76,-122.513",
        "Padang Padang": "-8.811,115.103",
        "Peniche - Supertubos": "39.344,-9.362",
        "Pipeline": "21.665,-158.053",
        "Pleasure Point": "36.9555,-121.9715",
        "Puerto Escondido (Zicatela)": "15.856,-97.059",
        "Punta de Lobos": "-34.423,-72.043",
        "Raglan - Manu Bay": "-37.822,174.813",
        "Rincon": "34.3735,-119.477",
        "Saint-Leu": "-21.166,55.288",
        "Sayulita": "20.87,-105.442",
        "Snapper Rocks": "-28.162,153.55",
        "Steamer Lane": "36.9515,-122.0265",
        "Sunset Beach": "21.678,-158.042",
        "Taghazout - Anchor Point": "30.544,-9.724",
        "Teahupo'o": "-17.847,-149.267",
        "Thurso East": "58.601,-3.506",
        "Uluwatu": "-8.815,115.086",
        "志田下 (Shidashita), Chiba": "35.316,140.404",
    ]
}
