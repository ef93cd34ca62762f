/// Heights said in words: parts of the body, and what is larger.
enum HeightWords {
    private static let body: Set<String> = [
        "ankle", "shin", "knee", "thigh", "hip", "waist", "belly", "stomach", "chest", "shoulder", "head",
    ]
    private static let complete: Set<String> = ["flat", "overhead", "doh", "toh"]
    private static let between: Set<String> = [
        "to", "high", "deep", "double", "triple", "half", "slightly", "well", "just", "over", "plus", "a", "bit",
    ]

    /// Whether the text says a height in words: `head high`, `waist to chest`, `double overhead`, `flat`.
    static func matches(_ text: String) -> Bool {
        let words = text.lowercased().split { $0 == " " || $0 == "\t" || $0 == "-" || $0 == "+" }.map(String.init)
        guard words.allSatisfy({ body.contains($0) || complete.contains($0) || between.contains($0) }) else {
            return false
        }
        if words.contains(where: complete.contains) { return true }
        guard words.contains(where: body.contains) else { return false }
        return words.contains("high") || words.contains("deep") || words.filter(body.contains).count > 1
    }
}
