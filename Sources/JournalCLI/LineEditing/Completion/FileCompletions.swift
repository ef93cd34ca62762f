import Foundation

/// Completes file names.
struct FileCompletions {
    /// The directory that `~` stands for. Nil leaves `~` unexpanded.
    var home: String?

    /// The files that a partly typed path may become. Directories end with a slash.
    func candidates(_ typed: String) -> [CompletionCandidate] {
        let slash = typed.lastIndex(of: "/").map { typed.index(after: $0) } ?? typed.startIndex
        let (folder, name) = (String(typed[..<slash]), String(typed[slash...]))
        let path = expanded(folder.isEmpty ? "." : folder)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.filter { $0.hasPrefix(name) && (name.hasPrefix(".") || !$0.hasPrefix(".")) }.sorted().map {
            candidate(folder, $0, path)
        }
    }

    /// The candidate's path. If it needs quotes, `~` is expanded, because it has no effect inside them.
    private func candidate(_ folder: String, _ name: String, _ path: String) -> CompletionCandidate {
        let isFolder = isFolder(path + "/" + name)
        let shown = ScriptWord.quoted(name) == name ? folder : expanded(folder)
        return CompletionCandidate(shown + name + (isFolder ? "/" : ""), isWhole: !isFolder)
    }

    private func expanded(_ path: String) -> String {
        guard let home, path.hasPrefix("~/") else { return path }
        return home + path.dropFirst()
    }

    private func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
    }
}
