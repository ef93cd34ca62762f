import Foundation
import SQLite
import Testing

struct RestoreTests {
    private let sandbox: Sandbox
    private var folder: String { sandbox.path + "/data/surfjournal" }
    private var kept: String { folder + "/SurfJournalModel-before-restore.sqlite" }

    init() throws {
        sandbox = try Sandbox.small()
        #expect(try sandbox.run("backup", "copy.sqlite").code == 0)
    }

    private func listed(_ store: String? = nil) throws -> String {
        try sandbox.start(["list", "--json"] + (store.map { ["--store", $0] } ?? [])).outcome().output
    }

    /// The bytes of a file.
    private func bytes(_ name: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: name)) }

    /// The files in the journal's folder, with drafts and hidden files.
    private var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }

    @Test func `restore puts the backup in the journal's place and keeps the old journal under another name`() throws {
        let before = try listed()
        let backup = try bytes(sandbox.file("copy.sqlite"))
        #expect(try sandbox.run("add", "2015-01-02 08:00: Trestles, 3ft").code == 0)
        #expect(try sandbox.run("edit", "1", "--rating", "1", "--draft").code == 0)
        let later = try listed()
        let outcome = try sandbox.run("restore", "copy.sqlite", "--yes")
        #expect(
            outcome
                == Outcome(
                    code: 0, output: "",
                    errors:
                        "Restored 3 sessions from copy.sqlite to \(sandbox.journal). The old journal is kept at \(kept).\n"
                ))
        #expect(try listed() == before)
        #expect(try listed(kept) == later)
        #expect(try sandbox.run("check", "--store", kept).code == 0)
        #expect(try sandbox.run("check").code == 0)
        #expect(try bytes(sandbox.file("copy.sqlite")) == backup)
        #expect(try sandbox.run("save", "d1").code == 0)
        #expect(try sandbox.run("undo").code == 0)
        #expect(
            names == [
                "SurfJournalModel-before-restore.sqlite", "SurfJournalModel.sqlite", "SurfJournalModel.sqlite-drafts",
            ])
    }

    @Test func `restore --dry-run checks the backup and changes nothing`() throws {
        #expect(try sandbox.run("add", "2015-01-02 08:00: Trestles, 3ft").code == 0)
        let before = try listed()
        let outcome = try sandbox.run("restore", "copy.sqlite", "--dry-run")
        #expect(outcome.code == 0)
        #expect(outcome.errors.contains("Would restore 3 sessions from "))
        #expect(outcome.errors.contains("The old journal would be kept beside it."))
        #expect(try listed() == before)
        #expect(names == ["SurfJournalModel.sqlite"])
        try sandbox.write("no backup", to: sandbox.file("copy.sqlite"))
        #expect(try sandbox.run("restore", "copy.sqlite", "--dry-run").code != 0)
    }

    @Test func `restore also keeps sessions that a killed program left in the -wal`() throws {
        let writer = try Connection(path: sandbox.journal)
        try writer.execute("PRAGMA wal_autocheckpoint = 0; SELECT count(*) FROM ZJOURNALENTRY")
        #expect(try sandbox.run("add", "2015-01-02 08:00: Trestles, 3ft").code == 0)
        let left = try Sandbox()
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(
                atPath: sandbox.journal + suffix, toPath: left.file("left.sqlite" + suffix))
        }
        try writer.close()
        let store = left.file("left.sqlite")
        #expect(left.size(of: "left.sqlite-wal") > 0)
        let outcome = try sandbox.run("restore", "copy.sqlite", "--yes", "--store", store)
        #expect(outcome.code == 0)
        #expect(left.files == ["left-before-restore.sqlite", "left.sqlite"])
        #expect(try listed(store) == listed(sandbox.file("copy.sqlite")))
        #expect(
            try sandbox.run("list", "--json", "--store", left.file("left-before-restore.sqlite")).objects().count == 4)
    }

    @Test func `a second restore keeps another copy, and JSON gives its name`() throws {
        #expect(try sandbox.run("restore", "copy.sqlite", "--yes").code == 0)
        let first = try bytes(kept)
        #expect(try sandbox.run("delete", "1").code == 0)
        let report = try sandbox.run("restore", "copy.sqlite", "--yes", "--json").object()
        #expect(report["kept"] as? String == folder + "/SurfJournalModel-before-restore-2.sqlite")
        #expect(report["store"] as? String == sandbox.journal)
        #expect(report["entries"] as? Int == 3)
        #expect(report["otherDrafts"] as? Int == 0)
        #expect(try bytes(kept) == first)
        #expect(try listed(report["kept"] as? String).contains("Malibu") == false)
    }

    @Test func `a journal that another program has open is not replaced`() throws {
        #expect(try sandbox.run("delete", "1").code == 0)
        let user = try Connection(path: sandbox.journal)
        _ = try user.scalar("SELECT count(*) FROM ZJOURNALENTRY")
        let before = names
        let outcome = try sandbox.run("restore", "copy.sqlite", "--yes")
        #expect(outcome.code == 6)
        #expect(
            names.filter { !$0.hasSuffix("-shm") && !$0.hasSuffix("-wal") }
                == before.filter { !$0.hasSuffix("-shm") && !$0.hasSuffix("-wal") })
        #expect(try user.scalar("SELECT count(*) FROM ZJOURNALENTRY") == 2)
        try user.close()
        #expect(try sandbox.entryCount() == 2)
        #expect(try sandbox.run("add", "Zuma").code == 0)
    }

    @Test func `an invalid backup is refused and the journal stays byte for byte`() throws {
        try sandbox.write("no database", to: "text")
        try sandbox.write("", to: "empty.sqlite")
        let plain = try Connection(path: sandbox.file("plain.sqlite"), options: [.create])
        try plain.execute("CREATE TABLE t(a)")
        try plain.close()
        let changed = try Connection(path: sandbox.file("copy.sqlite"))
        try changed.execute("UPDATE ZJOURNALENTRY SET ZHEIGHT = '5ft' WHERE Z_PK = 2")
        try changed.close()
        #expect(link(sandbox.journal, sandbox.file("hard.sqlite")) == 0)
        #expect(symlink(sandbox.journal, sandbox.file("soft.sqlite")) == 0)
        let before = (try bytes(sandbox.journal), names)
        for (name, code) in [
            ("text", 5), ("empty.sqlite", 5), ("plain.sqlite", 5), ("copy.sqlite", 5), ("hard.sqlite", 2),
            ("soft.sqlite", 2),
            (sandbox.journal, 2), ("missing.sqlite", 3), ("missing/copy.sqlite", 3), (".", 1),
        ] as [(String, Int32)] {
            let outcome = try sandbox.run("restore", name, "--yes")
            #expect(outcome.code == code, "\(name): \(outcome.errors)")
            #expect(outcome.errorLines.count == 1)
            #expect(outcome.errors.hasSuffix("Nothing was changed.\n"))
            #expect(try bytes(sandbox.journal) == before.0)
            #expect(names == before.1)
        }
        #expect(try sandbox.run("restore", "copy.sqlite", "--yes").errors.contains("Session 2 was changed"))
    }

    @Test(arguments: [["restore", "--yes"], ["backup", "--verify"]])
    func `the error for a file that is not a backup has its name and suggests a backup`(command: [String]) throws {
        try sandbox.write("no database", to: "text")
        try sandbox.write("", to: "empty.sqlite")
        let plain = try Connection(path: sandbox.file("plain.sqlite"), options: [.create])
        try plain.execute("CREATE TABLE t(a)")
        try plain.close()
        let empty = "surf journal (“NAME” is a database, but not a Core Data store)"
        for (name, what) in [
            ("text", "database"), ("/dev/null", "database"), ("empty.sqlite", empty), ("plain.sqlite", empty),
        ] {
            let outcome = try sandbox.start(command + [name]).outcome()
            let path = name.hasPrefix("/") ? name : sandbox.file(name)
            #expect(
                outcome.errors
                    == "surfjournal: \(path) is not a \(what.replacing("NAME", with: name)). Name a backup made with "
                    + "'surfjournal backup'. Nothing was changed.\n")
            #expect(outcome.code == 5)
        }
    }

    @Test func `a missing folder for temporary files is reported as such`() throws {
        sandbox.environment["TMPDIR"] = "/nowhere"
        let outcome = try sandbox.run("backup", "--verify", "copy.sqlite")
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("surfjournal: /nowhere cannot be opened"))
        #expect(!outcome.errors.contains("copy.sqlite"))
    }

    @Test func `restore replaces nothing without --yes when it cannot ask`() throws {
        let before = (try bytes(sandbox.journal), names)
        let outcome = try sandbox.run("restore", "copy.sqlite")
        #expect(outcome.code == 2)
        #expect(outcome.errors.contains("--yes"))
        #expect(try bytes(sandbox.journal) == before.0)
        #expect(names == before.1)
    }

    @Test(arguments: [("y", 0), ("n", 1)] as [(String, Int32)])
    func `restore asks first on a terminal`(answer: String, code: Int32) throws {
        #expect(try sandbox.run("delete", "1").code == 0)
        let terminal = try TerminalSession(["restore", "copy.sqlite"], in: sandbox, columns: 400)
        terminal.expect("with the 3 sessions in")
        terminal.type(answer + "\r")
        #expect(terminal.exitCode() == code)
        #expect(try sandbox.entryCount() == .integer(code == 0 ? 3 : 2))
    }

    @Test func `a script can restore the journal it uses and continue with it`() throws {
        try sandbox.write("delete 1\nrestore copy.sqlite --yes\nadd Zuma\nlist --json\n", to: "script")
        let outcome = try sandbox.run("run", "script")
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(try sandbox.entryCount() == 4)
        #expect(try sandbox.run("check").code == 0)
    }

    @Test func `restore works when the journal is lost, and then keeps no copy`() throws {
        try FileManager.default.removeItem(atPath: sandbox.journal)
        let report = try sandbox.run("restore", "copy.sqlite", "--json").object()
        #expect(report["kept"] is NSNull)
        #expect(try sandbox.entryCount() == 3)
    }

    @Test(arguments: ["no database at all", ""])
    func `a journal damaged beyond reading is replaced and kept unchanged`(content: String) throws {
        try sandbox.write(content, to: sandbox.journal)
        try sandbox.write("left over", to: sandbox.journal + "-wal")
        let outcome = try sandbox.run("restore", "copy.sqlite", "--yes")
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(try sandbox.entryCount() == 3)
        #expect(try sandbox.run("check").code == 0)
        if !content.isEmpty { #expect(try bytes(kept) == Data(content.utf8)) }
        #expect(try bytes(kept + "-wal") == Data("left over".utf8))
    }

    @Test func `the database of another program is not replaced`() throws {
        let other = try Connection(path: sandbox.file("other.sqlite"), options: [.create])
        try other.execute("CREATE TABLE t(a); INSERT INTO t VALUES (1)")
        try other.close()
        let apps = try Connection(path: sandbox.file("app.sqlite"), options: [.create])
        try apps.execute(
            """
            CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB);
            INSERT INTO Z_METADATA VALUES (1, 'E6A4C4B9-2E1F-4D67-9D62-6B1C4C9E4A01', NULL);
            CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
            INSERT INTO Z_PRIMARYKEY VALUES (1, 'Recipe', 0, 0);
            CREATE TABLE ZRECIPE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZTITLE VARCHAR);
            """)
        try apps.close()
        for name in ["other.sqlite", "app.sqlite"] {
            let before = try bytes(sandbox.file(name))
            let outcome = try sandbox.run("restore", "copy.sqlite", "--store", name, "--yes")
            #expect(outcome.code == 5)
            #expect(outcome.errors.contains("\(name) is not a surf journal"), "\(outcome.errors)")
            #expect(try bytes(sandbox.file(name)) == before)
            #expect(sandbox.files == ["app.sqlite", "copy.sqlite", "other.sqlite"])
        }
    }

    @Test(arguments: [(SIGINT, 130), (SIGTERM, 143)] as [(Int32, Int32)])
    func `an interrupted restore leaves the journal unchanged and no temporary file`(
        signal: Int32, code: Int32
    ) throws {
        let many = try Sandbox()
        #expect(try many.run("init", "--sample").code == 0)
        #expect(try many.run("backup", "copy.sqlite").code == 0)
        let folder = many.path + "/data/surfjournal"
        let before = try many.run("list", "--json").output
        let running = try many.start(["restore", "copy.sqlite", "--yes"])
        let files = { (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] }
        for _ in 0..<5000 where !files().contains(where: { $0.hasPrefix(".") }) { usleep(1000) }
        running.send(signal)
        let outcome = try running.outcome()
        #expect(outcome.code == code || outcome.code == 0)
        #expect(!files().contains { $0.hasPrefix(".") })
        #expect(try many.run("list", "--json").output == before)
    }

    @Test func `a journal with a damaged page is replaced and kept with its damage`() throws {
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: sandbox.journal))
        try file.seek(toOffset: 4096 * 3)
        try file.write(contentsOf: Data(repeating: 0x5A, count: 4096 * 4))
        try file.close()
        #expect(try sandbox.run("check").code == 5)
        #expect(try sandbox.run("restore", "copy.sqlite", "--yes").code == 0)
        #expect(try sandbox.run("check").code == 0)
        #expect(try bytes(kept).range(of: Data(repeating: 0x5A, count: 4096 * 4)) != nil)
    }

    @Test func `drafts of the replaced journal are kept and reported`() throws {
        #expect(try sandbox.run("edit", "1", "--rating", "1", "--draft").code == 0)
        let other = try Sandbox.empty()
        #expect(try other.run("init", "--store", sandbox.file("other.sqlite")).code == 0)
        let outcome = try sandbox.run("restore", "other.sqlite", "--yes")
        #expect(outcome.code == 0)
        #expect(outcome.errorLines.last == "1 draft belongs to another journal than the restored one and is kept.")
        #expect(sandbox.drafts == ["d1"])
        #expect(try sandbox.run("restore", kept, "--yes").code == 0)
        #expect(try sandbox.run("save", "d1").code == 0)
    }

    @Test func `a restored journal has the file mode of the one it replaces`() throws {
        #expect(chmod(sandbox.journal, 0o640) == 0)
        #expect(try sandbox.run("restore", "copy.sqlite", "--yes").code == 0)
        var status = stat()
        #expect(stat(sandbox.journal, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o640)
        #expect(status.st_nlink == 1)
        #expect(stat(kept, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
        #expect(status.st_nlink == 1)
    }

    @Test(arguments: [0o644, 0o400] as [mode_t])
    func `restoring a lost journal makes it private whatever the mode of the backup`(mode: mode_t) throws {
        #expect(chmod(sandbox.file("copy.sqlite"), mode) == 0)
        try FileManager.default.removeItem(atPath: sandbox.journal)
        #expect(try sandbox.run("restore", "copy.sqlite").code == 0)
        var status = stat()
        #expect(stat(sandbox.journal, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
        #expect(try sandbox.run("add", "Zuma").code == 0)
    }

    @Test func `a journal with a hard link is not replaced`() throws {
        #expect(try sandbox.run("delete", "1").code == 0)
        #expect(link(sandbox.journal, folder + "/second.sqlite") == 0)
        let before = (try bytes(sandbox.journal), names)
        let outcome = try sandbox.run("restore", "copy.sqlite", "--yes")
        #expect(outcome.code == 1)
        #expect(outcome.errors.hasSuffix("Nothing was changed.\n"))
        #expect(try bytes(sandbox.journal) == before.0)
        #expect(names == before.1)
    }

    @Test func `restore refuses to run while a session is being edited`() throws {
        #expect(try sandbox.run("delete", "1").code == 0)
        try sandbox.write("edit 2\nset rating 1\nrestore copy.sqlite --yes\n", to: "script")
        let outcome = try sandbox.run("run", "script")
        #expect(outcome.code == 2, "\(outcome.errors)")
        #expect(try sandbox.entryCount() == 2)
        #expect(names.contains("SurfJournalModel-before-restore.sqlite") == false)
    }

    // MARK: Verifying

    @Test func `backup --verify checks a backup without changing it`() throws {
        let outcome = try sandbox.run("backup", "--verify", "copy.sqlite")
        #expect(outcome.code == 0)
        #expect(outcome.output == "")
        #expect(outcome.errors.hasPrefix("Checked 3 sessions in "))
        #expect(outcome.errors.contains("copy.sqlite, written 20"))
        #expect(outcome.errors.hasSuffix(": no problems found.\n"))
        #expect(sandbox.files == ["copy.sqlite"])
        let json = try sandbox.run("backup", "--verify", "copy.sqlite", "--json").object()
        #expect(json["entries"] as? Int == 3)
        #expect(json["findings"] as? [String] == [])
        #expect((json["written"] as? String)?.hasPrefix("20") == true)
    }

    @Test func `a backup with a -wal is verified together with it and both stay byte for byte`() throws {
        let writer = try Connection(path: sandbox.file("copy.sqlite"))
        try writer.execute(
            "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; SELECT count(*) FROM ZJOURNALENTRY")
        #expect(try sandbox.run("add", "Zuma", "--store", "copy.sqlite").code == 0)
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(
                atPath: sandbox.file("copy.sqlite" + suffix), toPath: sandbox.file("old.sqlite" + suffix))
        }
        try writer.close()
        #expect(chmod(sandbox.file("old.sqlite"), 0o400) == 0)
        let before = try ["", "-wal"].map { try bytes(sandbox.file("old.sqlite" + $0)) }
        #expect(try sandbox.run("backup", "--verify", "old.sqlite", "--json").object()["entries"] as? Int == 4)
        #expect(try ["", "-wal"].map { try bytes(sandbox.file("old.sqlite" + $0)) } == before)
        #expect(sandbox.files == ["copy.sqlite", "old.sqlite", "old.sqlite-wal"])
    }

    @Test func `backup --verify describes the problems and shows no temporary path`() throws {
        let changed = try Connection(path: sandbox.file("copy.sqlite"))
        try changed.execute("UPDATE ZJOURNALENTRY SET ZHEIGHT = '5ft' WHERE Z_PK = 2")
        try changed.close()
        let outcome = try sandbox.run("backup", "--verify", "copy.sqlite")
        #expect(outcome.code == 5)
        #expect(outcome.output.hasPrefix("Session 2 was changed"))
        try sandbox.write("no database", to: "text")
        let text = try sandbox.run("backup", "--verify", "text")
        #expect(text.code == 5)
        #expect(text.errors.contains("/text is not a database. Name a backup"))
        #expect(try sandbox.run("backup", "--verify", "missing").code == 3)
        #expect(try sandbox.run("backup", "--verify", "copy.sqlite", "--force").code == 2)
        #expect(try sandbox.run("backup", "other.sqlite", "--verify", "copy.sqlite").code == 2)
    }

    @Test func `a journal beside the log of another one is kept together with that log`() throws {
        let other = try Sandbox.small()
        let reader = try Connection(path: other.journal)
        try reader.execute("PRAGMA wal_autocheckpoint = 0")
        _ = try reader.scalar("SELECT count(*) FROM sqlite_schema")
        for _ in 0..<4 { #expect(try other.run("add", "Zuma, 4ft").code == 0) }
        let log = try bytes(other.journal + "-wal")
        #expect(try sandbox.run("add", "2015-01-02 08:00: Trestles, 3ft").code == 0)
        let before = try bytes(sandbox.journal)
        try log.write(to: URL(fileURLWithPath: sandbox.journal + "-wal"))
        #expect(try sandbox.run("restore", "copy.sqlite", "--yes").code == 0)
        #expect(try sandbox.entryCount() == 3)
        #expect(try bytes(kept) == before)
        #expect(try bytes(kept + "-wal") == log)
        withExtendedLifetime(reader) {}
    }

    @Test func `after a restore no ID is reused, so a draft never applies to another session`() throws {
        #expect(try sandbox.run("add", "2015-01-02 08:00: Trestles, 3ft").code == 0)
        #expect(try sandbox.run("edit", "4", "--rating", "5", "--draft").code == 0)
        #expect(try sandbox.run("restore", "copy.sqlite", "--yes").code == 0)
        #expect(try sandbox.run("add", "2015-01-03 08:00: Zuma, 3ft", "--json").object()["id"] as? Int == 5)
        #expect(try sandbox.run("save", "d1").code == 4)
        #expect(try sandbox.run("check").code == 0)
    }

    @Test func `a backup named by a symbolic link keeps its content and mode`() throws {
        #expect(chmod(sandbox.file("copy.sqlite"), 0o640) == 0)
        #expect(symlink("copy.sqlite", sandbox.file("link.sqlite")) == 0)
        let before = try bytes(sandbox.file("copy.sqlite"))
        #expect(try sandbox.run("backup", "--verify", "link.sqlite").code == 0)
        #expect(try sandbox.run("restore", "link.sqlite", "--yes").code == 0)
        #expect(try bytes(sandbox.file("copy.sqlite")) == before)
        var status = stat()
        #expect(stat(sandbox.file("copy.sqlite"), &status) == 0 && status.st_mode & 0o777 == 0o640)
        #expect(stat(sandbox.journal, &status) == 0 && status.st_mode & 0o777 == 0o600)
    }

    @Test func `a backup whose -wal is not a regular file is refused`() throws {
        #expect(mkfifo(sandbox.file("copy.sqlite-wal"), 0o600) == 0)
        #expect(try sandbox.run("backup", "--verify", "copy.sqlite").code == 1)
        #expect(try sandbox.run("restore", "copy.sqlite", "--yes").code == 1)
    }

    @Test func `restore replaces an empty file but creates no journal at a mistyped path`() throws {
        try sandbox.write("", to: "empty.sqlite")
        #expect(try sandbox.run("restore", "copy.sqlite", "--store", "empty.sqlite").code == 0)
        #expect(try sandbox.run("list", "--plain", "--store", "empty.sqlite").lines.count == 3)
        #expect(try sandbox.run("restore", "copy.sqlite", "--store", "typo/new.sqlite").code == 3)
        #expect(!sandbox.files.contains { $0.hasPrefix("typo") })
    }

    @Test func `a journal whose file was deleted is restored at its path`() throws {
        let store = sandbox.file("own.sqlite")
        #expect(try sandbox.run("restore", "copy.sqlite", "--store", store, "--yes").code == 0)
        #expect(try sandbox.run("list", "--plain", "--store", store).lines.count == 3)
        #expect(try sandbox.run("edit", "1", "--rating", "1", "--draft", "--store", store).code == 0)
        for suffix in ["", "-wal", "-shm"] { unlink(store + suffix) }
        #expect(try sandbox.run("restore", "copy.sqlite", "--store", store).code == 0)
        #expect(try sandbox.run("save", "d1", "--store", store).code == 0)
    }

    @Test func `restore asks before it creates a journal at a path that may be mistyped`() throws {
        let outcome = try sandbox.run("restore", "copy.sqlite", "--store", "new.sqlite")
        #expect(outcome.code == 2 && outcome.errors.contains("/new.sqlite needs confirmation. Add --yes"))
        #expect(!sandbox.files.contains("new.sqlite"))
    }

    @Test func `restore does not take what it cannot examine for missing`() throws {
        // The names of the folders beside this journal are longer than the system's limit.
        let name = String(repeating: "x", count: 250)
        for answer in [[], ["--yes"]] {
            let outcome = try sandbox.start(["restore", "copy.sqlite", "--store", name] + answer).outcome()
            #expect(outcome.code == 1 && outcome.errors.contains("cannot be opened"))
        }
        #expect(!sandbox.files.contains { $0.hasPrefix("x") })
    }

    @Test func `restore asks before it creates a journal in a folder named by a link, and finds no broken one`() throws
    {
        try FileManager.default.createDirectory(atPath: sandbox.file("real"), withIntermediateDirectories: false)
        #expect(symlink("real", sandbox.file("link")) == 0)
        #expect(symlink("gone", sandbox.file("broken")) == 0)
        #expect(try sandbox.run("restore", "copy.sqlite", "--store", "link/new.sqlite").code == 2)
        #expect(try sandbox.run("restore", "copy.sqlite", "--store", "broken/new.sqlite").code == 3)
    }

    @Test func `a backup left in the middle of a transaction is verified in its state before it`() throws {
        let writer = try Connection(path: sandbox.file("copy.sqlite"))
        try writer.execute("PRAGMA journal_mode = DELETE")
        let sound = try bytes(sandbox.file("copy.sqlite"))
        // With so small a cache, changed pages are written to the file before the transaction ends.
        try writer.execute(
            "PRAGMA cache_size = 2; BEGIN; UPDATE ZJOURNALENTRY SET ZRATING = 1; CREATE TABLE t(a);"
                + "INSERT INTO t VALUES (zeroblob(400000)); INSERT INTO t VALUES (zeroblob(400000))")
        for suffix in ["", "-journal"] {
            try FileManager.default.copyItem(
                atPath: sandbox.file("copy.sqlite" + suffix), toPath: sandbox.file("old.sqlite" + suffix))
        }
        try writer.close()
        #expect(try bytes(sandbox.file("old.sqlite")).prefix(sound.count) != sound)
        let before = try ["", "-journal"].map { try bytes(sandbox.file("old.sqlite" + $0)) }
        let outcome = try sandbox.run("backup", "--verify", "old.sqlite")
        #expect(outcome.code == 0, "\(outcome)")
        #expect(outcome.errors.hasPrefix("Checked 3 sessions"))
        #expect(try ["", "-journal"].map { try bytes(sandbox.file("old.sqlite" + $0)) } == before)
    }

    @Test func `the time of a backup is that of its -wal if that is newer`() throws {
        let writer = try Connection(path: sandbox.file("copy.sqlite"))
        try writer.execute("PRAGMA journal_mode = WAL; SELECT count(*) FROM ZJOURNALENTRY")
        #expect(try sandbox.run("add", "Zuma", "--store", "copy.sqlite").code == 0)
        for (suffix, year) in [("", 2016), ("-wal", 2019)] {
            let file = sandbox.file("old.sqlite" + suffix)
            try FileManager.default.copyItem(atPath: sandbox.file("copy.sqlite" + suffix), toPath: file)
            let date = Date(timeIntervalSince1970: Double(year - 1970) * 365.25 * 86_400 + 86_400 * 100)
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file)
        }
        try writer.close()
        let written = try sandbox.run("backup", "--verify", "old.sqlite", "--json").object()["written"] as? String
        #expect(written?.hasPrefix("2019") == true)
    }
}
