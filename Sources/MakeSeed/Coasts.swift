extension Coast {
    /// All coasts that the surfer may visit. The first two are the surfer's homes.
    package static let all: [Coast] = [
        southernCalifornia, centralCalifornia, northShore, oaxaca, nayarit, northernPeru, chile, santaCatarina, landes,
        portugal, caithness, donegalBay, souss, easternCape, arugam, bali, siargao, boso, goldCoast, surfCoast, waikato,
        tahiti, reunion,
    ]
}
