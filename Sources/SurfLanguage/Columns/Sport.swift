/// What a program calls an activity: `Surfing`, `HKWorkoutActivityTypeSurfingSports`, `ROAD_BIKING`, `Surfen`.
package enum Sport: Equatable, Sendable {
    case surfing
    /// Another sport, or anything else that someone does.
    case other

    /// Reads the name of a sport. Nil if it is not one.
    ///
    /// Watches without surfing record it as something else, so a text that names no sport at all says nothing.
    package init?(_ name: String) {
        guard name.utf8.count <= Sport.longest else { return nil }
        let words = Sport.words(of: name)
        if Sport.surf.contains(words.joined(separator: " ")) {
            self = .surfing
        } else if words.contains(where: Sport.isOther) {
            self = .other
        } else if words.contains(where: Sport.waves.contains) {
            self = .surfing
        } else {
            return nil
        }
    }

    /// Whether one of the names in a cell, such as tags between commas, is that of surfing.
    package static func namesSurfing(_ cell: String) -> Bool {
        cell.split { ",;|#@ ".contains($0) }.contains { Sport(String($0)) == .surfing } || Sport(cell) == .surfing
    }

    /// Whether a title says no more than the sport and perhaps the time of day: `Morning Surf`, `Surf por la tarde`.
    package static func isGeneric(title: String) -> Bool {
        let words = Sport.words(of: title)
        if untitled.contains(words.joined(separator: " ")) { return true }
        return words.allSatisfy { daytimes.contains($0) || surf.contains($0) || $0.allSatisfy(\.isNumber) }
            || surf.contains(words.joined(separator: " "))
    }

    /// The place in a title that ends in the sport, as Garmin writes it: `San Clemente Surfing`. Nil for any other title.
    package static func place(inTitle title: String, of sport: String) -> String? {
        guard title.hasSuffix(" " + sport), !isGeneric(title: title) else { return nil }
        let place = title.dropLast(sport.count + 1).description.trimmingBlanks()
        return place.isEmpty || isGeneric(title: place) ? nil : place
    }

    private static let longest = 100

    /// The words in lower case: `HKWorkoutActivityTypeSurfingSports` is `surfing sports`.
    private static func words(of name: String) -> [String] {
        var spaced = ""
        for character in name.hasPrefix(healthKit) ? name.dropFirst(healthKit.count) : name[...] {
            if character.isUppercase, spaced.last?.isLowercase == true { spaced.append(" ") }
            spaced.append(character)
        }
        return spaced.folded.split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }

    private static let healthKit = "HKWorkoutActivityType"

    private static let surf: Set<String> = [
        "surfing", "surf", "surfen", "wellenreiten", "surfeo", "surfe", "surf session", "surfing session", "surfs",
        "surfing sports", "surf sports", "surfsession", "surfed", "surfer", "surfear", "surfar", "wave surfing",
        "ocean surfing", "surfing ocean", "surfing generic", "surfing open water", "surfsport", "longboarding surf",
        "deportes de surf", "sports de surf", "surfsportarten",
    ]

    private static let untitled: Set<String> = [
        "untitled", "sin titulo", "sem titulo", "sans titre", "ohne titel", "new page",
    ]

    /// Words that beside others, but not beside another sport, tell of surfing: `Surf trip`.
    private static let waves: Set<String> = ["surf", "surfing", "surfen", "wellenreiten", "surfe", "surfeo"]

    /// The times of day in the titles that programs give, and little words between them.
    private static let daytimes: Set<String> = [
        "morning", "lunch", "afternoon", "evening", "night", "midday", "early", "late", "pm", "session", "workout",
        "manana", "mediodia", "tarde", "noche", "por", "la", "al", "de", "a", "matinal", "matutino", "vespertino",
        "vespertina", "nocturno", "noturno", "noturna", "madrugada", "almoco", "manha", "noite", "na", "no", "da", "do",
        "matin", "midi", "apres", "soir", "soiree", "nuit", "le", "l", "en", "dans", "matinee", "pause", "dejeuner",
        "du",
        "morgen", "mittag", "mittags", "nachmittag", "abend", "nacht", "vormittag", "am", "in", "der", "zum",
        "activity",
    ]

    private static func isOther(_ word: String) -> Bool {
        others.contains(word) || beginnings.contains { word.hasPrefix($0) }
    }

    /// How words of other sports begin, in several languages.
    private static let beginnings = [
        "kite", "windsurf", "wing", "wakeboard", "wakesurf", "bodyboard", "snowboard", "skate", "paddle", "padel",
        "cycl",
        "ciclis", "bicicl", "schwimm", "radf", "lauf", "krafttr", "wander", "skilauf", "climb", "kletter", "yog",
        "strength",
        "gym", "musculation", "swimm", "rowing", "hiking", "walking", "running", "biking", "skiing", "sailing", "segel",
        "caminat", "caminhad", "corrid", "carrer", "natac", "natat", "randonn", "course", "velo", "vtt", "pilates",
    ]

    private static let others: Set<String> = [
        "running", "run", "runs", "trailrun", "biking", "bike", "cycling", "ride", "rides", "virtualride", "hiking",
        "hike",
        "walking", "walk", "swimming", "swim", "skating", "climbing", "driving", "golf", "rowing", "row", "ski",
        "tennis",
        "fitness", "hiit", "cardio", "training", "elliptical", "stair", "dance", "soccer", "football", "basketball",
        "boxing", "crossfit", "meditation", "mobility", "wind", "sup", "canoe", "kayak", "kayaking", "canoeing",
        "wander",
        "marche", "vela", "voile", "rugby", "volleyball", "badminton", "squash", "diving", "snorkeling", "foil",
        "foiling",
        "bouldering", "pedal", "core", "cooldown", "breathwork", "fishing", "hockey", "tanzen", "rad", "rando", "nage",
        "ciclismo", "marcha", "senderismo", "trilha", "remo", "nado", "spazieren", "gehen", "rudern", "skifahren",
    ]
}
