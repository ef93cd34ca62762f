import Foundation
import SQLite
import Testing

/// Exported files can be imported again, and Python's csv and json modules read and write the same.
struct ImportRoundTripTests {
    /// Creates `in.csv` and `want.json` from a seed, or compares an export with `want.json`.
    private static let oracle = #"""
        import csv, io, json, random, re, sys
        pieces = ["a", "é", "波", "🌊", "'", '"', '""', ",", ";", "\n", "\r", "\r\n", "\t", " ", "=", "+", "-", "@", "1", ".",
                  "e5", "\\", "|", "\ufeff", "\u0301", "\x7f", "\u2028", "<", "%", "#"]
        texts = ["location", "height", "period", "wind", "notes", "board", "tide", "crowd"]
        numbers = {"waves": 40, "duration": 1440, "swellHeight": 100, "swellPeriod": 100, "swellDirection": 359,
                   "waterTemperature": 45}
        guarded = re.compile("^'+[=+\\-@|\t\r\n＝＋－＠]")

        def value(random, name):
            if random.random() < 0.25: return None
            if name == "date": return "20%02d-0%d-1%dT0%d:00:0%d+00:00" % tuple(random.choice(range(1, 10)) for _ in range(5))
            if name == "rating": return random.randint(1, 5)
            if name == "timeZone": return random.choice(["America/Los_Angeles", "Pacific/Auckland"])
            if name == "waves": return random.randint(0, 40)
            if name in numbers: return random.choice([random.randint(0, numbers[name]), random.random() * numbers[name]])
            text = "".join(random.choice(pieces) for _ in range(random.randint(0, 6)))
            # A number without a unit gets one.
            if name in ("height", "tide"): text = text.replace("1", "")
            return text or None

        def make(seed):
            rand = random.Random(seed)
            names = ["date", "rating", "timeZone"] + texts + list(numbers)
            rand.shuffle(names)
            rows = [{name: value(rand, name) for name in names} for _ in range(200)]
            for row in rows: row["date"] = row["date"] or "2015-01-01T00:00:00+00:00"
            end = rand.choice(["\n", "\r\n", "\r"])
            # Python leaves line ends other than its own without quotes.
            quoting = rand.choice([csv.QUOTE_ALL, csv.QUOTE_NONNUMERIC] + ([csv.QUOTE_MINIMAL] if end == "\r\n" else []))
            with open("in.csv", "w", newline="", encoding=rand.choice(["utf-8", "utf-8-sig"])) as file:
                out = io.StringIO()
                separator = [",", ";", "\t", "|"][seed % 4]
                writer = csv.writer(out, delimiter=separator, lineterminator=end, quoting=quoting)
                writer.writerow(names)
                for row in rows: writer.writerow(["" if row[name] is None else row[name] for name in names])
                file.write(out.getvalue() if rand.random() < 0.5 else out.getvalue().rstrip(end))
            for row in rows:
                for name in texts:
                    if row[name] and guarded.match(row[name]): row[name] = row[name][1:]
            with open("want.json", "w", encoding="utf-8") as file: json.dump(rows, file)

        def key(row):
            values = {name: row.get(name) for name in texts + ["rating", "timeZone"] + list(numbers)}
            for name in numbers: values[name] = None if values[name] is None else float(values[name])
            return json.dumps(values, sort_keys=True)

        def check(path):
            want = json.load(open("want.json", encoding="utf-8"))
            if path.endswith(".csv"):
                rows = list(csv.DictReader(open(path, newline="", encoding="utf-8")))
                for row in rows:
                    for name in list(row):
                        cell = row[name]
                        if cell == "": row[name] = None
                        elif name in numbers or name == "rating": row[name] = json.loads(cell)
                        elif name in texts and guarded.match(cell): row[name] = cell[1:]
            elif path.endswith(".jsonl"): rows = [json.loads(line) for line in open(path, encoding="utf-8", newline="\n")]
            else: rows = json.load(open(path, encoding="utf-8"))
            assert [key(row) for row in rows] == [key(row) for row in want], path

        make(int(sys.argv[2])) if sys.argv[1] == "make" else check(sys.argv[2])
        """#

    static let hasPython = FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")

    private func python(_ sandbox: Sandbox, _ arguments: String) throws {
        let outcome = try sandbox.shell("python3 oracle.py \(arguments)")
        #expect(outcome == Outcome(code: 0, output: "", errors: ""))
    }

    @Test(.enabled(if: hasPython), arguments: 1...8)
    func `files from Python's csv module can be imported, and Python reads the exports`(seed: Int) throws {
        let sandbox = try Sandbox.empty()
        try sandbox.write(Self.oracle, to: "oracle.py")
        try python(sandbox, "make \(seed)")
        let outcome = try sandbox.run("import", "in.csv", "--json", "--allow-missing")
        #expect(try outcome.object()["imported"] as? Int == 200, "\(outcome.errors)")
        for ending in ["csv", "json", "jsonl"] {
            #expect(try sandbox.run("export", "out.\(ending)").code == 0)
            try python(sandbox, "check out.\(ending)")
        }
        try expectSameAgain(sandbox)
    }

    @Test func `the samples can be exported and imported again byte for byte in every format`() throws {
        let sandbox = try Sandbox()
        #expect(try sandbox.run("init", "--sample").code == 0)
        for ending in ["csv", "json", "jsonl"] { #expect(try sandbox.run("export", "out.\(ending)").code == 0) }
        try expectSameAgain(sandbox)
    }

    /// A store written by another program may contain empty texts and sessions without a date or place; JSON
    /// distinguishes empty from absent.
    @Test func `empty and absent values survive an export and import`() throws {
        let sandbox = try Sandbox.small()
        try Connection(path: sandbox.journal).execute(
            """
            UPDATE ZJOURNALENTRY SET ZLOCATION = '', ZNOTES = '' WHERE Z_PK = 1;
            UPDATE ZJOURNALENTRY SET ZDATE = NULL, ZLOCATION = NULL, ZHEIGHT = NULL, ZRATING = NULL, ZTIMEZONE = NULL
                WHERE Z_PK = 2;
            UPDATE ZJOURNALENTRY SET ZDATE = -1e9 + 0.75 WHERE Z_PK = 3;
            """)
        for ending in ["csv", "json", "jsonl"] { #expect(try sandbox.run("export", "out.\(ending)").code == 0) }
        try expectSameAgain(sandbox)
    }

    @Test(arguments: ["standard", "excel"])
    func `import reads the CSV dialects that export writes`(dialect: String) throws {
        let sandbox = try Sandbox.small()
        #expect(try sandbox.run("export", "out.csv", "--dialect", dialect).code == 0)
        #expect(try sandbox.run("import", "out.csv", "--store", try empty(sandbox, "1")).code == 0)
        #expect(try sandbox.run("export", "again.csv", "--dialect", dialect, "--store", "1.sqlite").code == 0)
        #expect(try sandbox.read("again.csv") == sandbox.read("out.csv"))
    }

    private func empty(_ sandbox: Sandbox, _ name: String) throws -> String {
        #expect(try sandbox.run("init", "--store", "\(name).sqlite").code == 0)
        return "\(name).sqlite"
    }

    /// From each of the three files a journal is created, and its exports are compared.
    private func expectSameAgain(_ sandbox: Sandbox) throws {
        for ending in ["csv", "json", "jsonl"] {
            let store = try empty(sandbox, "from-" + ending)
            let outcome = try sandbox.run("import", "out.\(ending)", "--store", store)
            #expect(outcome.code == 0, "\(outcome.errors)")
            #expect(try sandbox.run("export", "again.\(ending)", "--force", "--store", store).code == 0)
            #expect(try sandbox.read("again.\(ending)") == sandbox.read("out.\(ending)"), "\(ending)")
            #expect(try sandbox.run("import", "out.\(ending)", "--store", store).errors.contains("Imported 0 sessions"))
        }
        #expect(try sandbox.run("export", "excel.csv", "--dialect", "excel").code == 0)
        let store = try empty(sandbox, "from-excel")
        #expect(try sandbox.run("import", "excel.csv", "--store", store).code == 0)
        #expect(try sandbox.run("export", "again.csv", "--force", "--store", store).code == 0)
        #expect(try sandbox.read("again.csv") == sandbox.read("out.csv"))
    }
}
