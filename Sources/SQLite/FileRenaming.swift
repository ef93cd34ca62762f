import CSQLite

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Renames a file unless the new name exists. The file has exactly one name at any time; where the file system cannot
/// do that, it briefly has both.
/// - Returns: the system's error number, `EEXIST` when the name exists; 0 on success.
package func renameToFreeName(_ path: String, _ target: String) -> Int32 {
    #if canImport(Darwin)
        let result = renamex_np(path, target, UInt32(RENAME_EXCL))
    #else
        let result = surfjournal_rename_unless_taken(path, target)
    #endif
    if result == 0 { return 0 }
    guard [EINVAL, ENOSYS, ENOTSUP].contains(errno) else { return errno }
    return link(path, target) == 0 && unlink(path) == 0 ? 0 : errno
}
