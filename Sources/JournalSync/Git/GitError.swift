import Foundation
import Journal

/// Why git did not do what was asked. Lines of git's are cleaned for terminals and bounded.
package enum GitError: Error, Equatable, Sendable {
    /// No folder in PATH has a program `git`.
    case missing
    /// The program is older than `GitProgram.oldest`.
    case tooOld(found: String)
    /// The program does not answer as git does.
    case notGit(answer: String)
    case system(SystemError)
    /// There was no progress for that many seconds. The process and all of its children were ended.
    case stalled(seconds: Double)
    /// A host answers without end: with references, or with nothing but messages.
    case endless
    case cancelled
    /// A signal ended it.
    case killed(signal: Int32)
    case failed(command: String, status: Int32, line: String)
    /// The answer of a command cannot be understood, or is larger than its limit.
    case unexpectedAnswer(command: String)
    case tooLarge(command: String)
    case refusedURL(GitRemote.Problem)
    case unreachable(line: String)
    /// Objects or the branch of the repository at a path are damaged, and are not here.
    case damagedRemote(line: String)
    /// The repository at a path is not a plain bare one.
    case notPlain(path: String, PathRepository.Problem)
    /// There is no repository at the remote's path.
    case noRepository(GitRemote)
    /// ssh does not know the host's key, or knows another one.
    case hostKey(GitRemote, isChanged: Bool)
    /// The disk of this machine is full.
    case diskFull
    /// The repository names objects with another hash than SHA-1.
    case otherHashFormat
    /// The folder belongs to another user.
    case foreignFolder(String)
    /// The folder is not a repository of this program's.
    case notARepository(String)
    /// A name or a kind of file in a commit that cannot be used: `..`, a link, a submodule.
    case badTree(path: String)
}

/// A place that a journal is exchanged with: a URL of git's, or a path.
package struct GitRemote: Equatable, Sendable {
    package enum Problem: Error, Equatable, Sendable {
        case empty, option, runsCommand, password, token, controlCharacter
    }

    package let url: String

    /// A remote that is chosen.
    package init(_ url: String) throws(GitError) {
        self.url = url
        if let problem = GitRemote.problem(url) ?? GitRemote.secret(url) { throw .refusedURL(problem) }
    }

    /// A remote that was chosen before. It may have a user name, which older versions kept.
    init(stored url: String) throws(GitError) {
        self.url = url
        if let problem = GitRemote.problem(url) { throw .refusedURL(problem) }
    }

    private static func problem(_ url: String) -> Problem? {
        if url.isEmpty { return .empty }
        if url.hasPrefix("-") { return .option }
        if url.unicodeScalars.contains(where: TerminalSafe.isControl) { return .controlCharacter }
        // `name::address` runs the program git-remote-name.
        if let range = url.firstRange(of: "::"),
            url[..<range.lowerBound].utf8.allSatisfy({ $0.isASCIIWord })
        {
            return .runsCommand
        }
        return nil
    }

    /// A password or, where a token takes the place of a user's name, the name. A host that is reached by ssh needs one.
    private static func secret(_ url: String) -> Problem? {
        guard let scheme = url.firstRange(of: "://") else { return nil }
        let host = url[scheme.upperBound...].prefix { !"/?#\\".contains($0) }
        guard let at = host.lastIndex(of: "@") else { return nil }
        if host[..<at].contains(":") || host[..<at].lowercased().contains("%3a") { return .password }
        let isSSH = ["ssh", "git+ssh", "ssh+git"].contains(url[..<scheme.lowerBound].lowercased())
        return isSSH ? nil : .token
    }

    /// The name of a remote from any folder: a relative path becomes an absolute one.
    package static func absolute(_ name: String) -> String {
        guard !name.isEmpty, !name.hasPrefix("-"), !name.hasPrefix("/"), let remote = try? GitRemote(name),
            remote.isPath, !name.contains("://")
        else { return name }
        return URL(fileURLWithPath: name).standardizedFileURL.path
    }

    /// The path of a remote that is one.
    package var path: String {
        guard url.lowercased().hasPrefix("file://") else { return url }
        let path = String(url.dropFirst("file://".count))
        return path.removingPercentEncoding ?? path
    }

    /// What `ssh` takes to reach the host of a remote, such as `me@nas` or `-p 2222 me@nas`.
    package var destination: String {
        guard let scheme = url.firstRange(of: "://") else {
            let bracket = url.lastIndex(of: "]") ?? url.startIndex
            return String(url[..<(url[bracket...].firstIndex(of: ":") ?? url.endIndex)])
        }
        let authority = url[scheme.upperBound...].prefix { $0 != "/" }
        guard let colon = authority.lastIndex(of: ":"), authority[colon...].dropFirst().allSatisfy(\.isNumber) else {
            return String(authority)
        }
        return "-p \(authority[colon...].dropFirst()) \(authority[..<colon])"
    }

    /// Whether it is a repository of this machine's file system, in which git is not run.
    package var isPath: Bool {
        if url.lowercased().hasPrefix("file://") { return true }
        if url.contains("://") { return false }
        guard let colon = url.firstIndex(of: ":") else { return true }
        return url[..<colon].contains("/")
    }
}

extension UInt8 {
    fileprivate var isASCIIWord: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x30...0x39: true
        case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "_"): true
        default: false
        }
    }
}
