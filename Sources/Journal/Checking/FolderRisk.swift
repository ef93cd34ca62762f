import Foundation

/// A risk to a journal that its folder causes. The journal is not damaged yet.
///
/// In SQLite's WAL mode, programs share memory and locks that other machines do not see. If a program copies the
/// journal and its log at different times, the copy is a state that never existed. Source: "Write-Ahead Logging",
/// sqlite.org/wal.html; "How To Corrupt An SQLite Database File", sqlite.org/howtocorrupt.html.
package enum FolderRisk: Equatable, Sendable {
    /// A program synchronises the folder between machines; its name.
    case synced(String)
    /// The folder is on a network file system.
    case network
}

extension FolderRisk {
    /// The risk of a journal's folder, with symbolic links resolved; nil if none is known.
    static func of(folder: URL) -> FolderRisk? {
        let path = folder.resolvingSymlinksInPath().path
        if isRemote(path) { return .network }
        return synced(path) { FileManager.default.fileExists(atPath: $0) }.map(FolderRisk.synced)
    }

    /// The program that synchronises a folder, recognised by a name in the path or by its marker file in a parent
    /// folder.
    /// - Parameter exists: Whether there is a file at a path.
    static func synced(_ path: String, exists: (String) -> Bool) -> String? {
        var folder = path
        while folder != "/", !folder.isEmpty {
            let name = (folder as NSString).lastPathComponent
            if let program = program(named: name) { return program }
            if let mark = marks.first(where: { exists(folder + "/" + $0.name) }) { return mark.program }
            folder = (folder as NSString).deletingLastPathComponent
        }
        return nil
    }

    /// The program with this folder name, alone or followed by an account: `Dropbox (Work)`, `OneDrive - Surf Club`.
    private static func program(named name: String) -> String? {
        if name == "Mobile Documents" || name == "iCloud Drive" || name == "iCloudDrive" { return "iCloud" }
        return [
            "Dropbox", "OneDrive", "Google Drive", "GoogleDrive", "Nextcloud", "ownCloud", "pCloud Drive", "Box Sync",
        ]
        .first { program in
            guard name.hasPrefix(program) else { return false }
            let rest = name.dropFirst(program.count)
            return rest.isEmpty || [" ", "-"].contains(rest.first)
        }
    }

    private static let marks: [(name: String, program: String)] = [
        (".stfolder", "Syncthing"), (".dropbox", "Dropbox"), (".owncloudsync.log", "Nextcloud"),
        (".nextcloudsync.log", "Nextcloud"),
    ]

    /// Whether a folder is on a network file system, according to Linux's list of mounts. A mount at the root counts as
    /// local. Source: proc(5), mountinfo.
    static func isRemote(_ path: String, mounts: String) -> Bool {
        var (longest, kind) = ("/", "")
        for line in mounts.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count > 6, let dash = words.firstIndex(of: "-"), dash + 1 < words.count else { continue }
            let place = words[4].replacing("\\040", with: " ").replacing("\\011", with: "\t")
            let isAbove = path == place || path.hasPrefix(place + "/")
            // A later mount hides an earlier one at the same place.
            if isAbove, place.utf8.count >= longest.utf8.count {
                (longest, kind) = (String(place), String(words[dash + 1]))
            }
        }
        return remoteKinds.contains(kind)
    }

    private static let remoteKinds: Set<String> = [
        "nfs", "nfs4", "cifs", "smb3", "smbfs", "afs", "ceph", "coda", "ncpfs", "9p", "vboxsf", "davfs", "fuse.sshfs",
        "fuse.rclone", "fuse.davfs2", "fuse.glusterfs", "fuse.vmhgfs-fuse", "fuse.gvfsd-fuse",
    ]

    #if os(Linux)
        private static func isRemote(_ path: String) -> Bool {
            guard let mounts = FileManager.default.contents(atPath: "/proc/self/mountinfo") else { return false }
            return isRemote(path, mounts: String(decoding: mounts, as: UTF8.self))
        }
    #else
        private static func isRemote(_ path: String) -> Bool {
            var status = statfs()
            return statfs(path, &status) == 0 && status.f_flags & UInt32(MNT_LOCAL) == 0
        }
    #endif
}
