extension Coast {
    static let souss = Coast(
        name: "Souss", country: "Morocco", timeZone: "Africa/Casablanca", standardOffset: 1, isMetric: true,
        peakMonth: 12.5, seasonality: 0.45, period: 13.5, prevailingWind: (from: 10, knots: 6), water: 18.5,
        waterSwing: 2,
        breaks: [
            SurfBreak(
                "Taghazout - Anchor Point", offshore: 40, swell: 310, height: 5, best: 4...10, crowd: 35
            )
        ])

    static let easternCape = Coast(
        name: "Eastern Cape", country: "South Africa", timeZone: "Africa/Johannesburg", standardOffset: 2,
        isMetric: true,
        peakMonth: 7, seasonality: 0.35, period: 13.5, prevailingWind: (from: 245, knots: 7), water: 18,
        waterSwing: 2.5,
        breaks: [
            SurfBreak(
                "Jeffreys Bay - Supertubes", offshore: 270, swell: 215, height: 5.4, best: 4...10,
                crowd: 30)
        ])

    static let arugam = Coast(
        name: "Eastern Province", country: "Sri Lanka", timeZone: "Asia/Colombo", standardOffset: 5.5, isMetric: true,
        peakMonth: 7, seasonality: 0.25, period: 12, prevailingWind: (from: 225, knots: 7), water: 28.3,
        waterSwing: 0.8,
        breaks: [
            SurfBreak(
                "Arugam Bay", offshore: 235, swell: 170, height: 3.8, best: 3...7, crowd: 35)
        ])

    static let bali = Coast(
        name: "Bali", country: "Indonesia", timeZone: "Asia/Makassar", standardOffset: 8, isMetric: true,
        peakMonth: 7, seasonality: 0.35, period: 14.5, prevailingWind: (from: 120, knots: 7), water: 27.8,
        waterSwing: -1,
        breaks: [
            SurfBreak(
                "Uluwatu", offshore: 130, swell: 210, height: 5.6, best: 4...10, crowd: 40),
            SurfBreak(
                "Padang Padang", offshore: 135, swell: 215, height: 5.4, best: 4...9, crowd: 30),
        ])

    static let siargao = Coast(
        name: "Siargao", country: "Philippines", timeZone: "Asia/Manila", standardOffset: 8, isMetric: true,
        peakMonth: 10.5, seasonality: 0.3, period: 11.5, prevailingWind: (from: 235, knots: 5), water: 28.6,
        waterSwing: 1,
        breaks: [
            SurfBreak(
                "Cloud 9 Siargao", offshore: 250, swell: 80, height: 4.6, best: 4...9, crowd: 30)
        ])

    static let boso = Coast(
        name: "Chiba", country: "Japan", timeZone: "Asia/Tokyo", standardOffset: 9, isMetric: true,
        peakMonth: 9.5, seasonality: 0.3, period: 10, prevailingWind: (from: 20, knots: 5), water: 18.8, waterSwing: 5,
        breaks: [
            SurfBreak(
                "志田下 (Shidashita), Chiba", offshore: 290, swell: 95, height: 3.8, best: 3...7,
                crowd: 35)
        ])
}
