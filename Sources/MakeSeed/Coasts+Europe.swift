extension Coast {
    static let landes = Coast(
        name: "Landes and the Basque Country", country: "France", timeZone: "Europe/Paris", standardOffset: 1,
        isMetric: true,
        peakMonth: 11.5, seasonality: 0.4, period: 11.5, prevailingWind: (from: 290, knots: 4), water: 16.5,
        waterSwing: 4.5,
        breaks: [
            SurfBreak(
                "Hossegor - La Gravière", offshore: 95, swell: 290, height: 5.2, best: 4...9, crowd: 28),
            SurfBreak(
                "Biarritz - Côte des Basques", offshore: 110, swell: 290, height: 3.8, best: 2.5...6,
                crowd: 35),
        ])

    static let portugal = Coast(
        name: "Portugal", country: "Portugal", timeZone: "Europe/Lisbon", standardOffset: 0, isMetric: true,
        peakMonth: 12, seasonality: 0.4, period: 12.5, prevailingWind: (from: 350, knots: 7), water: 16.8,
        waterSwing: 2.2,
        breaks: [
            SurfBreak(
                "Ericeira - Ribeira d'Ilhas", offshore: 100, swell: 310, height: 5.2, best: 4...9,
                crowd: 28),
            SurfBreak(
                "Peniche - Supertubos", offshore: 45, swell: 280, height: 5, best: 4...9, crowd: 30),
            SurfBreak(
                "Nazaré - Praia do Norte", offshore: 100, swell: 295, height: 8.5, best: 6...15,
                crowd: 10),
        ])

    static let caithness = Coast(
        name: "Caithness", country: "United Kingdom", timeZone: "Europe/London", standardOffset: 0, isMetric: false,
        peakMonth: 11.5, seasonality: 0.35, period: 11.5, prevailingWind: (from: 230, knots: 8), water: 10.2,
        waterSwing: 2.8,
        breaks: [
            SurfBreak(
                "Thurso East", offshore: 160, swell: 320, height: 5, best: 4...10, crowd: 10)
        ])

    static let donegalBay = Coast(
        name: "Donegal Bay", country: "Ireland", timeZone: "Europe/Dublin", standardOffset: 0, isMetric: false,
        peakMonth: 11.5, seasonality: 0.35, period: 12, prevailingWind: (from: 230, knots: 8), water: 12,
        waterSwing: 2.8,
        breaks: [
            SurfBreak(
                "Bundoran - The Peak", offshore: 150, swell: 295, height: 5, best: 4...9, crowd: 15)
        ])
}
