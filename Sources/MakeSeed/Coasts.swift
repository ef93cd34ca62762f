extension Coast {
    /// Every coast that the surfer may visit, the two homes first.
    package static let all: [Coast] = [
        southernCalifornia, centralCalifornia, northShore, oaxaca, nayarit, northernPeru, chile, santaCatarina, landes,
        portugal, caithness, donegalBay, souss, easternCape, arugam, bali, siargao, boso, goldCoast, surfCoast, waikato,
        tahiti, reunion,
    ]
}
