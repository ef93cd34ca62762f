import Foundation
import Testing

/// Files made to exhaust memory or time, one for each format: each ends with a sentence.
struct HostileFileTests {
    /// A shell command that writes the file `a.ENDING`, and a part of the sentence.
    static let files: [(String, String, String)] = [
        ("head -c 100000000 /dev/zero | gzip -1 > a.csv.gz", "csv.gz", "larger than 16 MiB"),
        (
            "(printf '<HealthData><!--'; head -c 200000000 /dev/zero) | gzip > a.xml.gz", "xml.gz",
            "far more than its size"
        ),
        ("printf 'date,spot\\n2025-01-01,A\\n' | gzip > b && head -c 20 b > a.csv.gz", "csv.gz", "ends early"),
        (
            "printf '\\037\\213\\010\\000zzzzzz\\377\\377\\377\\377\\377\\377zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz' > a.csv.gz",
            "csv.gz", "damaged"
        ),
        (
            "(printf '<?xml version=\"1.0\"?><!DOCTYPE HealthData ['; yes '<!ELEMENT a EMPTY>' | head -c 3000000) > a.xml",
            "xml",
            "longer than 1 MiB"
        ),
        (
            "printf '<!DOCTYPE HealthData [<!ENTITY a \"aaaa\">]><HealthData><Workout workoutActivityType=\"&a;\"/></HealthData>' > a.xml",
            "xml", "not well-formed"
        ),
        ("(printf '<HealthData>'; yes '<Record>' | head -n 300 | tr -d '\\n') > a.xml", "xml", "more than 100 deep"),
        (
            "(printf '<HealthData><Record a=\"'; yes x | head -c 3000000 | tr -d '\\n') > a.xml", "xml",
            "longer than 1 MiB"
        ),
        (
            "(printf '| Date | Spot |\\n|---|---|\\n|'; yes x | head -c 5000000 | tr -d '\\n') > a.md", "md",
            "longer than 1 MiB"
        ),
        ("(printf -- '---\\ndate: 2025-01-01\\n---\\n'; yes text | head -c 3000000) > a.md", "md", "larger than"),
        ("(printf '[2025-01-01 07:00] Rincon\\n'; yes text | head -c 3000000) > a.txt", "txt", "larger than"),
        (
            "(printf '{\"entries\":[{\"title\":\"a\",\"body\":\"b\",\"date\":\"2025-01-01\"},'; yes '[' | head -c 3000000) > a.json",
            "json",
            "Nothing was imported"
        ),
        ("head -c 3000000 /dev/zero > a.txt", "txt", "Nothing was imported"),
        (
            "(printf '\\016\\020\\144\\000\\377\\377\\377\\377.FIT\\000\\000'; head -c 3000000 /dev/zero) > a.fit",
            "fit", "ends early"
        ),
    ]

    @Test(arguments: files)
    func `a hostile file ends with a sentence`(command: String, ending: String, words: String) throws {
        let sandbox = try Sandbox.empty()
        #expect(try sandbox.shell(command).code == 0)
        let outcome = try sandbox.shell("ulimit -v 8000000; \"$SURF\" import a.\(ending) --location X")
        #expect(outcome.code == 5, "\(outcome.errors)")
        #expect(outcome.errors.contains(words), "\(outcome.errors)")
        #expect(outcome.errors.hasSuffix("Nothing was imported.\n"))
        #expect(try sandbox.entryCount() == 0)
    }
}
