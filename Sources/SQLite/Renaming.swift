import CSQLite

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Gives a file another name unless that is taken. The file has one name all the time; where the file system cannot do
/// that, it has both for a moment.
/// - Returns: the system's error number, `EEXIST` where the name is taken; 0 when it is done.
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
