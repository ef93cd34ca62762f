import Foundation
import Testing

@testable import Journal
@testable import JournalTransfer

struct OutputFileTests {
    private let scene: Scene
    private var target: String { scene.path("out.csv") }

    init() throws {
        scene = try Scene()
    }

    private func write(_ text: String, to path: String, force: Bool = false) throws {
        let file = try OutputFile.replacing(path, force: force, sparing: nil)
        try file.write(Array(text.utf8))
        try file.commit()
    }

    @Test func `a file appears only when it is complete`() throws {
        let file = try OutputFile.replacing(target, force: false, sparing: nil)
        try file.write(Array("new".utf8))
        #expect(!FileManager.default.fileExists(atPath: target))
        try file.commit()
        #expect(scene.text(target) == "new")
        #expect(scene.names() == ["out.csv"])
    }

    @Test func `only the owner can read the file`() throws {
        try scene.write("old", to: target)
        #expect(chmod(target, 0o644) == 0)
        try write("new", to: target, force: true)
        #expect(scene.mode(target) == 0o600)
    }

    @Test func `an existing file is replaced only if forced`() throws {
        try scene.write("old", to: target)
        #expect(throws: OutputError.exists(target)) { try write("new", to: target) }
        #expect(scene.text(target) == "old")
        try write("new", to: target, force: true)
        #expect(scene.text(target) == "new")
        #expect(scene.names() == ["out.csv"])
    }

    @Test func `a file created meanwhile is not replaced`() throws {
        let file = try OutputFile.replacing(target, force: false, sparing: nil)
        try scene.write("theirs", to: target)
        #expect(throws: OutputError.exists(target)) { try file.commit() }
        #expect(scene.text(target) == "theirs")
        #expect(scene.names() == ["out.csv"])
    }

    @Test func `a symbolic link is replaced, not followed`() throws {
        try scene.write("kept", to: scene.path("real"))
        try FileManager.default.createSymbolicLink(atPath: target, withDestinationPath: "real")
        #expect(throws: OutputError.exists(target)) { try write("new", to: target) }
        try write("new", to: target, force: true)
        #expect(scene.text(scene.path("real")) == "kept")
        #expect(scene.text(target) == "new")
        #expect(throws: (any Error).self) { try FileManager.default.destinationOfSymbolicLink(atPath: target) }
    }

    @Test func `a dangling symbolic link counts as an existing file`() throws {
        try FileManager.default.createSymbolicLink(atPath: target, withDestinationPath: "nothing")
        #expect(throws: OutputError.exists(target)) { try write("new", to: target) }
    }

    @Test(arguments: ["", "/", "/.", "/..", "/link", "/link/"])
    func `a folder is refused`(suffix: String) throws {
        let path = scene.path("folder") + suffix
        try FileManager.default.createDirectory(atPath: scene.path("folder"), withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(atPath: scene.path("folder/link"), withDestinationPath: ".")
        #expect(throws: OutputError.isFolder(path)) { try write("new", to: path, force: true) }
    }

    @Test func `a folder created meanwhile is not replaced`() throws {
        let file = try OutputFile.replacing(target, force: true, sparing: nil)
        try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: false)
        #expect(throws: OutputError.isFolder(target)) { try file.commit() }
        #expect(scene.names() == ["out.csv"])
    }

    @Test(arguments: ["none/out.csv", "file/out.csv", "new/"])
    func `a missing folder is reported`(name: String) throws {
        try scene.write("", to: scene.path("file"))
        let path = scene.folder.path + "/" + name
        #expect(throws: OutputError.missingFolder(path)) { try write("new", to: path) }
        #expect(scene.names() == ["file"])
    }

    @Test(arguments: ["", "a\u{0}b"])
    func `an invalid path is an error`(path: String) {
        #expect(throws: OutputError.self) { try write("new", to: path, force: true) }
    }

    @Test func `a relative path starts at the working folder`() throws {
        #expect(
            try OutputTarget.at("a-name-that-is-not-there", force: false, sparing: nil)
                == .file(folder: ".", name: "a-name-that-is-not-there"))
    }

    @Test func `a name of the maximum length can be written`() throws {
        let name = String(repeating: "é", count: 127)
        try write("new", to: scene.path(name))
        #expect(scene.names().map { Array($0.utf8) } == [Array(name.utf8)])
    }

    @Test func `an abandoned file leaves nothing`() throws {
        try scene.write("old", to: target)
        let file = try OutputFile.replacing(target, force: true, sparing: nil)
        try file.write([UInt8](repeating: 65, count: OutputFile.chunk * 2))
        file.abandon()
        #expect(scene.names() == ["out.csv"])
        #expect(scene.text(target) == "old")
        #expect(throws: OutputError.self) { try file.write([UInt8](repeating: 65, count: OutputFile.chunk)) }
    }

    @Test func `releasing an unfinished file abandons it`() throws {
        try OutputFile.replacing(target, force: false, sparing: nil).write([65])
        #expect(scene.names() == [])
    }

    @Test func `half-written files of killed exports are removed, but not those of running ones`() throws {
        try scene.write("half", to: scene.path(".surfjournal-export-dead"))
        #expect(mkfifo(scene.path(".surfjournal-export-pipe"), 0o600) == 0)
        try scene.write("else", to: scene.path(".surfjournal-else"))
        let live = try OutputFile.replacing(scene.path("live"), force: false, sparing: nil)
        try write("new", to: target)
        #expect(
            scene.names().filter { !$0.hasPrefix(".surfjournal-export") } == [".surfjournal-else", "out.csv"])
        #expect(!scene.names().contains(".surfjournal-export-dead"))
        try live.write([65])
        try live.commit()
        #expect(scene.text(scene.path("live")) == "A")
    }

    @Test func `many simultaneous exports to one folder all succeed`() throws {
        DispatchQueue.concurrentPerform(iterations: 24) { number in
            try? write("\(number)", to: scene.path("\(number)"))
        }
        #expect(scene.names().count == 24)
        #expect((0..<24).allSatisfy { scene.text(scene.path("\($0)")) == "\($0)" })
    }

    @Test(arguments: [0, 1, OutputFile.chunk - 1, OutputFile.chunk, OutputFile.chunk * 5 + 3])
    func `bytes arrive in order, in pieces of any size`(count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
        for piece in [1 << 10, OutputFile.chunk + 1] {
            let file = try OutputFile.replacing(target, force: true, sparing: nil)
            for start in stride(from: 0, to: count, by: piece) {
                try file.write(Array(bytes[start..<min(start + piece, count)]))
            }
            try file.commit()
            #expect(FileManager.default.contents(atPath: target) == Data(bytes))
        }
    }

    @Test(.enabled(if: geteuid() != 0, "root may write everywhere"))
    func `a folder that cannot be written is reported as not permitted`() throws {
        #expect(chmod(scene.folder.path, 0o500) == 0)
        defer { chmod(scene.folder.path, 0o700) }
        #expect(throws: OutputError.notPermitted(target)) { try write("new", to: target) }
    }
}

/// Targets that are written directly, because no file can be renamed into their place.
struct DirectOutputTests {
    private let scene: Scene

    init() throws {
        scene = try Scene()
    }

    @Test func `a pipe is written directly and stays`() throws {
        let path = scene.path("pipe")
        #expect(mkfifo(path, 0o600) == 0)
        let reader = open(path, O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        let file = try OutputFile.replacing(path, force: false, sparing: nil)
        #expect(file.isDirect)
        try file.write(Array("through".utf8))
        try file.commit()
        var bytes = [UInt8](repeating: 0, count: 16)
        #expect(read(reader, &bytes, 16) == 7)
        #expect(String(decoding: bytes[..<7], as: UTF8.self) == "through")
        #expect(scene.names() == ["pipe"])
    }

    @Test func `writing to a pipe without a reader is an error`() throws {
        signal(SIGPIPE, SIG_IGN)
        let path = scene.path("pipe")
        #expect(mkfifo(path, 0o600) == 0)
        let reader = open(path, O_RDONLY | O_NONBLOCK)
        let file = try OutputFile.replacing(path, force: false, sparing: nil)
        close(reader)
        try file.write([65])
        #expect(throws: OutputError.closedPipe(path)) { try file.commit() }
    }

    @Test func `a pipe that accepts only parts receives everything`() throws {
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        #expect(fcntl(ends[1], F_SETFL, O_NONBLOCK) == 0)
        let file = try OutputFile.replacing("/dev/fd/\(ends[1])", force: false, sparing: nil)
        let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
        let (reader, writer) = (ends[0], ends[1])
        let done = DispatchSemaphore(value: 0)
        DispatchQueue.global().async {
            try? file.write(bytes)
            try? file.commit()
            close(writer)
            done.signal()
        }
        let read = FileHandle(fileDescriptor: reader, closeOnDealloc: true).readDataToEndOfFile()
        done.wait()
        #expect(read == Data(bytes))
    }

    @Test(arguments: [
        ("-", 1), ("/dev/stdout", 1), ("/dev/stderr", 2), ("/dev/fd/63", 63), ("/proc/self/fd/7", 7),
    ])
    func `names of standard streams mean the streams`(path: String, number: Int32) throws {
        #expect(try OutputTarget.at(path, force: false, sparing: nil) == .stream(number))
    }

    @Test func `a device needs no force`() throws {
        #expect(try OutputTarget.at("/dev/null", force: false, sparing: nil) == .device)
    }

    @Test func `a full disk is distinguished from other errors`() throws {
        let file = try OutputFile.replacing("/dev/full", force: false, sparing: nil)
        try file.write([65])
        #expect(throws: OutputError.diskFull("/dev/full")) { try file.commit() }
    }

    @Test func `a file opened by this process itself is not accepted as a stream`() throws {
        let own = try Descriptor.open(scene.path("own"), O_RDWR | O_CREAT)
        #expect(throws: OutputError.self) {
            try OutputFile.replacing("/dev/fd/\(own.number)", force: true, sparing: nil)
        }
        #expect(throws: OutputError.self) { try OutputFile.replacing("/dev/fd/999999", force: true, sparing: nil) }
    }
}
