import Foundation

/// A system call that failed.
struct SystemError: Error, Equatable {
    /// The error number.
    let code: Int32

    /// The error of the call that just failed.
    static var last: SystemError { SystemError(code: errno) }

    /// What a person reads about it.
    var detail: String { String(cString: strerror(code)) }

    var isMissing: Bool { code == ENOENT }
    var isDiskFull: Bool { code == ENOSPC || code == EDQUOT }
    var isNotPermitted: Bool { code == EACCES || code == EPERM || code == EROFS }
}

extension SystemError {
    /// The system call that Foundation's error, or one of ours, tells of; nil when it tells of none.
    init?(behind error: any Error) {
        if let error = error as? SystemError {
            self = error
            return
        }
        let error = error as NSError
        if error.domain == NSPOSIXErrorDomain {
            self.init(code: Int32(error.code))
        } else if let cause = error.userInfo[NSUnderlyingErrorKey] as? any Error {
            self.init(behind: cause)
        } else {
            return nil
        }
    }
}

/// The result of a system call that answers -1 when it fails; one that a signal broke off is made again.
@discardableResult
func checked<Number: FixedWidthInteger>(_ call: () -> Number) throws(SystemError) -> Number {
    while true {
        let result = call()
        if result != -1 { return result }
        if errno != EINTR { throw .last }
    }
}

/// A path for a system call, which would take it for ended at a NUL.
func systemPath(_ path: String) throws(SystemError) -> String {
    guard !path.isEmpty, !path.utf8.contains(0) else { throw SystemError(code: path.isEmpty ? ENOENT : EINVAL) }
    return path
}
