extension Coast {
    static let goldCoast = Coast(
        name: "Gold Coast", country: "Australia", timeZone: "Australia/Brisbane", standardOffset: 10, isMetric: false,
        peakMonth: 3, seasonality: 0.3, period: 10.5, prevailingWind: (from: 140, knots: 6), water: 23, waterSwing: 2.7,
        breaks: [
            SurfBreak(
                "Snapper Rocks", offshore: 210, swell: 110, height: 4.2, best: 3...8, crowd: 60),
            SurfBreak(
                "Burleigh Heads", offshore: 230, swell: 115, height: 4.1, best: 3...8, crowd: 45),
        ])

    static let surfCoast = Coast(
        name: "Surf Coast", country: "Australia", timeZone: "Australia/Melbourne", standardOffset: 10, isMetric: false,
        peakMonth: 5.5, seasonality: 0.25, period: 13.5, prevailingWind: (from: 250, knots: 7), water: 16.2,
        waterSwing: 2.5,
        breaks: [
            SurfBreak(
                "Bells Beach", offshore: 320, swell: 210, height: 5.2, best: 4...12, crowd: 25)
        ])

    static let waikato = Coast(
        name: "Waikato", country: "New Zealand", timeZone: "Pacific/Auckland", standardOffset: 12, isMetric: true,
        peakMonth: 6, seasonality: 0.25, period: 13.5, prevailingWind: (from: 235, knots: 7), water: 17,
        waterSwing: 2.8,
        breaks: [
            SurfBreak(
                "Raglan - Manu Bay", offshore: 150, swell: 225, height: 5, best: 4...10, crowd: 25)
        ])

    static let tahiti = Coast(
        name: "Tahiti", country: "French Polynesia", timeZone: "Pacific/Tahiti", standardOffset: -10, isMetric: true,
        peakMonth: 7, seasonality: 0.3, period: 14.5, prevailingWind: (from: 100, knots: 7), water: 27.3, waterSwing: 1,
        breaks: [
            SurfBreak(
                "Teahupo'o", offshore: 60, swell: 215, height: 6.2, best: 5...13, crowd: 25)
        ])

    static let reunion = Coast(
        name: "Réunion", country: "France (Réunion)", timeZone: "Indian/Reunion", standardOffset: 4, isMetric: true,
        peakMonth: 7, seasonality: 0.35, period: 14, prevailingWind: (from: 120, knots: 8), water: 26, waterSwing: 1.8,
        breaks: [
            SurfBreak(
                "Saint-Leu", offshore: 110, swell: 215, height: 4.6, best: 4...9, crowd: 25)
        ])
}
