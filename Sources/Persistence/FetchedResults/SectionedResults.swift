import Foundation

/// The objects of a fetched results controller, in order and divided into sections. A value; the objects belong to the
/// controller's context.
struct SectionedResults {
    let objects: [ManagedObject]
    let sections: [FetchedSection]
    private let places: [ManagedObject: Int]

    init() {
        (objects, sections, places) = ([], [], [:])
    }

    /// - Parameter keyPath: The path to the name of an object's section; nil for one section without a name.
    /// - Throws: `coreData` if objects of one section do not follow each other, or an object occurs twice.
    init(_ objects: [ManagedObject], sectionNameKeyPath keyPath: String?) throws(PersistenceError) {
        self.objects = objects
        guard let keyPath else {
            sections = [FetchedSection(name: "", indexTitle: nil, range: 0..<objects.count, all: objects)]
            places = SectionedResults.places(objects)
            return
        }
        var names: [(name: String, start: Int)] = []
        for (index, object) in objects.enumerated() {
            let name = SectionedResults.name(object.value(forKeyPath: keyPath))
            if names.last?.name != name { names.append((name, index)) }
        }
        guard Set(names.map(\.name)).count == names.count else {
            throw PersistenceError(
                .coreData, "The objects of one section do not follow each other. Sort by “\(keyPath)” first.")
        }
        let ends = names.dropFirst().map(\.start) + [objects.count]
        sections = zip(names, ends).map { name, end in
            FetchedSection(
                name: name.name, indexTitle: name.name.first.map { String($0).uppercased() }, range: name.start..<end,
                all: objects)
        }
        places = SectionedResults.places(objects)
    }

    private static func places(_ objects: [ManagedObject]) -> [ManagedObject: Int] {
        Dictionary(zip(objects, objects.indices), uniquingKeysWith: { first, _ in first })
    }

    private static func name(_ value: Any?) -> String {
        switch value {
        case nil: ""
        case let text as String: text
        case let value?: "\(value)"
        }
    }

    var ids: [ManagedObjectID] { objects.map(\.objectID) }

    /// The index path of the object at this place in all sections.
    func indexPath(_ place: Int) -> IndexPath {
        let section = sections.firstPlace { $0.range.upperBound > place }
        return IndexPath(item: place - sections[section].range.lowerBound, section: section)
    }

    func indexPath(of object: ManagedObject) -> IndexPath? { places[object].map(indexPath) }

    /// - Precondition: the path leads to an object.
    func object(at path: IndexPath) -> ManagedObject {
        precondition(
            path.count == 2 && sections.indices.contains(path.section)
                && (0..<sections[path.section].numberOfObjects).contains(path.item),
            "The fetched results have no object at the index path \(path).")
        return objects[sections[path.section].range.lowerBound + path.item]
    }
}

/// A section of fetched results.
struct FetchedSection: FetchedResultsSectionInfo {
    let name: String
    let indexTitle: String?
    let range: Range<Int>
    let all: [ManagedObject]

    var numberOfObjects: Int { range.count }
    var objects: [Any]? { Array(all[range]) }
}
