/// Winds said in words and numbers.
enum WindWords {
    private static let enough: Set<String> = Set(
        """
        glassy calm windless variable offshore onshore sideshore side-shore cross-shore crossshore cross-off cross-on \
        side-off side-on cross-offshore cross-onshore side-offshore side-onshore n nne ne ene e ese se sse s ssw sw wsw \
        w wnw nw nnw north northeast east southeast south southwest west northwest northerly easterly southerly westerly \
        northeasterly southeasterly southwesterly northwesterly north-east south-east south-west north-west
        """.split(separator: " ").map(String.init))
    private static let beside: Set<String> = Set(
        """
        light moderate strong gentle fresh stiff howling very slight slightly no gusty gusts gusting to from the and \
        dead at up about
        """.split(separator: " ").map(String.init))

    /// The wind that a part of a sentence says, without the word `wind`; nil where it says anything else.
    static func wind(_ text: String) -> String? {
        let words = text.split { $0 == " " || $0 == "\t" }.map(String.init)
        let kept = words.filter { !["wind", "winds"].contains($0.lowercased()) }
        let saysWind = kept.count < words.count
        let rest = saysWind ? kept.joined(separator: " ") : text
        return fits(rest, saysWind: saysWind) ? rest : nil
    }

    private static func fits(_ text: String, saysWind: Bool) -> Bool {
        guard let split = wordsAndSpeeds(text) else { return false }
        guard split.words.allSatisfy({ enough.contains($0) || beside.contains($0) }) else { return false }
        if split.words.contains(where: enough.contains) || split.speeds > 0 { return true }
        return saysWind && (!split.words.isEmpty || split.bare > 0)
    }

    /// The words around the speeds, and how many speeds have a unit and how many none; nil where a unit is no speed's.
    private static func wordsAndSpeeds(_ text: String) -> (words: [String], speeds: Int, bare: Int)? {
        var bytes = Array(text.utf8)
        var (speeds, bare, foreign) = (0, 0, false)
        bytes.withUnsafeMutableBufferPointer { buffer in
            var scanner = QuantityScanner(UnsafeBufferPointer(buffer))
            var taken: [Range<Int>] = []
            while let quantity = scanner.next() {
                foreign = foreign || quantity.range(.wind, bare: .bare(.wind, height: .feet)) == nil
                if quantity.hasUnit { speeds += 1 } else { bare += 1 }
                taken.append(quantity.bytes)
            }
            for range in taken { for index in range { buffer[index] = UInt8(ascii: " ") } }
        }
        if foreign || (bare > 0 && speeds > 0) { return nil }
        let words = String(decoding: bytes, as: UTF8.self).lowercased().split { $0 == " " || $0 == "\t" }
        return (words.map(String.init), speeds, bare)
    }
}
