/// Words of everyday language, with which a new place's name ends: `Streedagh it was desperate`, `makaha bowl backwash is
/// fun`. They are function words and what people say of a session; words of which names are made (rock, church,
/// old, second) are not among them. To teach one, add it to a list in Sources/CWords.
enum OrdinaryWords {
    /// Whether a word, in lower case and without accents, belongs to everyday language.
    static func contains(_ key: String) -> Bool {
        WordList.english.contains(key) || WordList.others.contains { $0.contains(key) }
    }

    /// Whether only English has it, in which the nouns of names alone have capitals.
    static func isEnglish(_ key: String) -> Bool {
        WordList.english.contains(key) && !WordList.others.contains { $0.contains(key) }
    }

    /// Whether German has it, in which all nouns have capitals.
    static func isGerman(_ key: String) -> Bool { WordList.german.contains(key) }
}
