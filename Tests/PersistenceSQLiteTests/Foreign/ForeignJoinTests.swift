import Foundation
import PersistenceTestSupport
import SQLite
import TestSupport
import Testing

@testable import Persistence
@testable import PersistenceSQLite

/// Join tables named by rules other than the engine's own.
@Suite struct ForeignJoinTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func albums() -> ManagedObjectModel {
        let (album, asset) = (ForeignStore.entity("Album"), ForeignStore.entity("Asset"))
        album.relate(.ordered("assets"), to: asset, .many("albums"))
        return ManagedObjectModel(entities: [album, asset])
    }

    /// As in Apple's Photos, where the table is named by the higher entity number.
    @Test func `a join table named by the higher entity number is found, read and written`() throws {
        try ForeignStore.make(
            folder, entities: [(3, "Asset", 0, 2), (33, "Album", 0, 1)],
            """
            CREATE TABLE ZASSET (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR);
            CREATE TABLE ZALBUM (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR);
            CREATE TABLE Z_33ASSETS (Z_33ALBUMS INTEGER, Z_3ASSETS INTEGER, Z_FOK_3ASSETS INTEGER,
                PRIMARY KEY (Z_33ALBUMS, Z_3ASSETS));
            INSERT INTO ZASSET VALUES (1, 3, 1, 'a'), (2, 3, 1, 'b');
            INSERT INTO ZALBUM VALUES (1, 33, 1, 'best');
            INSERT INTO Z_33ASSETS VALUES (1, 1, 2048), (1, 2, 1024);
            """)
        let stack = try Stack(folder.file(), model: albums())
        try stack.withContext { context throws in
            let album = try #require(try context.named("Album", "best"))
            #expect(album.names("assets") == ["b", "a"])
            #expect(try context.named("Asset", "a")?.names("albums") == ["best"])
            let assets = try #require((album.value(forKey: "assets") as? NSOrderedSet)?.array as? [ManagedObject])
            album.setValue([context.insert("Asset", named: "c")] + assets.reversed(), forKey: "assets")
            try context.save()
        }
        let rows = try folder.plainConnection().rows(
            "SELECT Z_33ALBUMS, Z_3ASSETS FROM Z_33ASSETS ORDER BY Z_FOK_3ASSETS")
        #expect(rows == [[1, 3], [1, 1], [1, 2]])
        try stack.withContext { context throws in
            #expect(try context.named("Album", "best")?.names("assets") == ["c", "a", "b"])
        }
    }

    private func family() -> ManagedObjectModel {
        let person = ForeignStore.entity("Person")
        person.relate(.many("parents"), to: person, .many("children"))
        return ManagedObjectModel(entities: [person])
    }

    @Test(arguments: [
        ("Z_4PARENTS", "Z_4CHILDREN", "Z_4PARENTS"), ("Z_4PARENTS", "Z_4CHILDREN", "Z_4PARENTS1"),
        ("Z_4CHILDREN", "Z_4PARENTS", "Z_4CHILDREN"), ("Z_4PARENTS1", "Z_4CHILDREN1", "Z_4PARENTS"),
    ])
    func `the join table of a relationship to the same entity is found under any name`(
        _ table: String, _ first: String, _ second: String
    ) throws {
        let (parents, children) = first.contains("PARENTS") ? (first, second) : (second, first)
        try ForeignStore.make(
            folder, entities: [(4, "Person", 0, 2)],
            """
            CREATE TABLE ZPERSON (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR);
            CREATE TABLE \(table) (\(first) INTEGER, \(second) INTEGER, PRIMARY KEY (\(first), \(second)));
            INSERT INTO ZPERSON VALUES (1, 4, 1, 'old'), (2, 4, 1, 'young');
            INSERT INTO \(table) (\(parents), \(children)) VALUES (1, 2);
            """)
        let stack = try Stack(folder.file(), model: family())
        try stack.withContext { context throws in
            let (old, young) = (try context.named("Person", "old"), try context.named("Person", "young"))
            #expect(old?.names("children") == ["young"])
            #expect(young?.names("parents") == ["old"])
            let newborn = context.insert("Person", named: "newborn")
            newborn.mutableSetValue(forKey: "parents").add(try #require(young))
            try context.save()
        }
        let rows = try folder.plainConnection().rows("SELECT \(parents), \(children) FROM \(table) ORDER BY 1, 2")
        #expect(rows == [[1, 2], [2, 3]])
    }

    @Test func `two candidate join tables for one relationship are an error`() throws {
        try ForeignStore.make(
            folder, entities: [(4, "Person", 0, 0)],
            """
            CREATE TABLE ZPERSON (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR);
            CREATE TABLE Z_5PARENTS (Z_5PARENTS INTEGER, Z_5CHILDREN INTEGER);
            CREATE TABLE Z_6PARENTS (Z_6PARENTS INTEGER, Z_6CHILDREN INTEGER);
            """)
        let error = try #require(persistenceError { try Stack(folder.file(), model: family()) })
        #expect(error.code == .incompatibleVersion)
    }
}
