import Foundation
import Persistence
import PersistenceSQLite

// Creates a library in a temporary folder, edits it in a child context, and reads it again from the file.

let folder = FileManager.default.temporaryDirectory.appendingPathComponent("library-\(UUID().uuidString)")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }
SQLiteStore.register()

let library = try Library(at: folder.appendingPathComponent("Library.sqlite"))
try library.fill()
try library.edit(title: "A Book", to: "A Better Book", saving: false)
try library.edit(title: "Another Book", to: "Another Title", saving: true)
for line in try Library(at: folder.appendingPathComponent("Library.sqlite")).lines() { print(line) }
