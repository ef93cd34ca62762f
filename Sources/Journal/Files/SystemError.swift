import Foundation

/// A system call that failed.
package struct SystemError: Error, Equatable {
    /// The value of `errno`.
    package let code: Int32

    package init(code: Int32) {
        self.code = code
    }

    /// The error of the last system call.
    package static var last: SystemError { SystemError(code: errno) }

    /// The system's message.
    package var detail: String { String(cString: strerror(code)) }

    package var isMissing: Bool { code == ENOENT }
    var isDiskFull: Bool { code == ENOSPC || code == EDQUOT }
    var isNotPermitted: Bool { code == EACCES || code == EPERM || code == EROFS }
}

extension SystemError {
    /// The system error that underlies an error of Foundation or of ours; nil if there is none.
    package init?(underlying error: any Error) {
        if let error = error as? SystemError {
            self = error
            return
        }
        let error = error as NSError
        if error.domain == NSPOSIXErrorDomain {
            self.init(code: Int32(error.code))
        } else if let cause = error.userInfo[NSUnderlyingErrorKey] as? any Error {
            self.init(underlying: cause)
        } else {
            return nil
        }
    }
}

/// The result of a system call that returns -1 on failure. A call interrupted by a signal is repeated.
@discardableResult
package func checked<Number: FixedWidthInteger>(_ call: () -> Number) throws(SystemError) -> Number {
    while true {
        let result = call()
        if result != -1 { return result }
        if errno != EINTR { throw .last }
    }
}

/// A path for a system call. Throws if it is empty or contains NUL, where the call would end it.
func systemPath(_ path: String) throws(SystemError) -> String {
    guard !path.isEmpty, !path.utf8.contains(0) else { throw SystemError(code: path.isEmpty ? ENOENT : EINVAL) }
    return path
}
