import Foundation

/// Large numbers of sessions, inserted by plain SQL.
enum ManyEntries {
    /// SQL that removes a journal's checksums, so that it accepts rows written by other programs.
    static let withoutChecksums = "DROP TABLE IF EXISTS Z_CHECKSUM; PRAGMA user_version = 0"

    /// SQL that inserts sessions with these keys in one transaction and updates the key counter.
    static func insertion(of keys: ClosedRange<Int>) -> String {
        """
        BEGIN IMMEDIATE;
        WITH RECURSIVE n(k) AS (SELECT \(keys.lowerBound) UNION ALL SELECT k + 1 FROM n WHERE k < \(keys.upperBound))
        INSERT INTO ZJOURNALENTRY (Z_PK, Z_ENT, Z_OPT, ZRATING, ZDATE, ZHEIGHT, ZLOCATION, ZPERIOD, ZWIND)
        SELECT k, 1, 1, 1 + k % 5, -600000000.0 + k * 1e2, (2 + k % 9) || 'ft', 'Spot ' || (k % 997), (8 + k % 12) || 's',
            CASE k % 3 WHEN 0 THEN 'glassy' WHEN 1 THEN 'NW 12kts' ELSE NULL END FROM n;
        UPDATE Z_PRIMARYKEY SET Z_MAX = \(keys.upperBound) WHERE Z_NAME = 'JournalEntry';
        COMMIT
        """
    }
}

/// A run of the program with its time and memory.
struct MeasuredRun {
    let code: Int32
    let seconds: Double
    /// The peak memory in megabytes.
    let megabytes: Int

    /// Runs the program in a sandbox; standard output goes to one file and standard error to another.
    init(_ arguments: [String], in sandbox: Sandbox, output: String) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, output + ".err", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        let words = (["env", "-C", sandbox.path + "/here", Program.url.path] + arguments).map { strdup($0) } + [nil]
        let variables = sandbox.environment.map { strdup($0 + "=" + $1) } + [nil]
        defer { for pointer in words + variables { free(pointer) } }
        let start = ContinuousClock.now
        var (process, status): (pid_t, Int32) = (0, 0)
        guard posix_spawn(&process, "/usr/bin/env", &actions, nil, words, variables) == 0 else {
            throw SandboxError(errors: "cannot be started")
        }
        var most = 0
        while waitpid(process, &status, WNOHANG) == 0 {
            most = max(most, MeasuredRun.kilobytes(of: process))
            usleep(2_000)
        }
        seconds = (ContinuousClock.now - start) / .seconds(1)
        code = status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
        megabytes = most / 1024
    }

    /// The peak memory of a process so far in kilobytes, as reported by the kernel; 0 if it does not report it. The
    /// value of `wait4` is at least that of the parent.
    private static func kilobytes(of process: pid_t) -> Int {
        guard let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8) else { return 0 }
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    }
}
