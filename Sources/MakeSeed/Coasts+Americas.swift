extension Coast {
    static let southernCalifornia = Coast(
        name: "Southern California", country: "United States", timeZone: "America/Los_Angeles", standardOffset: -8,
        isMetric: false,
        peakMonth: 8, seasonality: 0.12, period: 13.5, prevailingWind: (from: 290, knots: 3), water: 17.5,
        waterSwing: 3,
        breaks: [
            SurfBreak(
                "Malibu First Point", offshore: 0, swell: 200, height: 3.6, best: 2.5...6, crowd: 45),
            SurfBreak(
                "Rincon", offshore: 20, swell: 265, height: 3.9, best: 3...8, crowd: 35),
            SurfBreak(
                "Lower Trestles", offshore: 45, swell: 205, height: 4.1, best: 3...7, crowd: 40),
            SurfBreak(
                "Huntington Beach Pier", offshore: 40, swell: 210, height: 3.5, best: 2.5...6,
                crowd: 30),
        ])

    static let centralCalifornia = Coast(
        name: "Central California", country: "United States", timeZone: "America/Los_Angeles", standardOffset: -8,
        isMetric: false,
        peakMonth: 12.5, seasonality: 0.3, period: 14, prevailingWind: (from: 310, knots: 3), water: 13.8,
        waterSwing: 2,
        breaks: [
            SurfBreak(
                "Steamer Lane", offshore: 340, swell: 285, height: 5.2, best: 4...12, crowd: 35),
            SurfBreak(
                "Pleasure Point", offshore: 350, swell: 240, height: 4.2, best: 3...8, crowd: 40),
            SurfBreak(
                "Ocean Beach SF", offshore: 90, swell: 290, height: 6.2, best: 4...10, crowd: 12),
        ])

    static let northShore = Coast(
        name: "North Shore, Hawaii", country: "United States", timeZone: "Pacific/Honolulu", standardOffset: -10,
        isMetric: false,
        peakMonth: 1, seasonality: 0.55, period: 14, prevailingWind: (from: 75, knots: 8), water: 25.5, waterSwing: 1.3,
        breaks: [
            SurfBreak(
                "Pipeline", offshore: 135, swell: 315, height: 7, best: 5...15, crowd: 45),
            SurfBreak(
                "Sunset Beach", offshore: 120, swell: 320, height: 7.5, best: 6...16, crowd: 25),
            SurfBreak(
                "Haleʻiwa", offshore: 120, swell: 315, height: 5.5, best: 4...10, crowd: 25),
        ])

    static let oaxaca = Coast(
        name: "Oaxaca", country: "Mexico", timeZone: "America/Mexico_City", standardOffset: -6, isMetric: false,
        peakMonth: 7, seasonality: 0.35, period: 15.5, prevailingWind: (from: 240, knots: 3), water: 28,
        waterSwing: 1.5,
        breaks: [
            SurfBreak(
                "Puerto Escondido (Zicatela)", offshore: 45, swell: 205, height: 7.5, best: 5...14,
                crowd: 30)
        ])

    static let nayarit = Coast(
        name: "Nayarit", country: "Mexico", timeZone: "America/Bahia_Banderas", standardOffset: -6, isMetric: false,
        peakMonth: 8, seasonality: 0.2, period: 13, prevailingWind: (from: 250, knots: 3), water: 27, waterSwing: 3,
        breaks: [
            SurfBreak(
                "Sayulita", offshore: 110, swell: 250, height: 3.4, best: 2.5...6, crowd: 30)
        ])

    static let northernPeru = Coast(
        name: "Northern Peru", country: "Peru", timeZone: "America/Lima", standardOffset: -5, isMetric: true,
        peakMonth: 3, seasonality: 0.15, period: 14, prevailingWind: (from: 160, knots: 5), water: 22, waterSwing: 3,
        breaks: [
            SurfBreak(
                "Máncora", offshore: 140, swell: 290, height: 3.8, best: 3...7, crowd: 25),
            SurfBreak(
                "Chicama", offshore: 150, swell: 205, height: 4.2, best: 3...8, crowd: 20),
        ])

    static let chile = Coast(
        name: "O'Higgins", country: "Chile", timeZone: "America/Santiago", standardOffset: -4, isMetric: true,
        peakMonth: 6.5, seasonality: 0.3, period: 15.5, prevailingWind: (from: 190, knots: 7), water: 14, waterSwing: 2,
        breaks: [
            SurfBreak(
                "Punta de Lobos", offshore: 170, swell: 225, height: 6.5, best: 5...14, crowd: 18)
        ])

    static let santaCatarina = Coast(
        name: "Santa Catarina", country: "Brazil", timeZone: "America/Sao_Paulo", standardOffset: -3, isMetric: true,
        peakMonth: 6.5, seasonality: 0.3, period: 10.5, prevailingWind: (from: 40, knots: 5), water: 21.5,
        waterSwing: 3.5,
        breaks: [
            SurfBreak(
                "Florianópolis - Praia da Joaquina", offshore: 270, swell: 130, height: 4.4,
                best: 3...8, crowd: 25)
        ])
}
