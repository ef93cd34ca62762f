import Foundation

/// The results of a fetch, kept up to date with the changes in its context, for a list with sections.
///
/// ```swift
/// let request = Session.fetchRequest()
/// request.sortDescriptors = [FetchSortDescriptor(key: "spot.name"), FetchSortDescriptor(key: "date")]
/// let controller = FetchedResultsController(
///     fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: "spot.name", cacheName: nil)
/// controller.delegate = list
/// try controller.performFetch()
/// for section in controller.sections ?? [] {
///     print("\(section.name): \(section.numberOfObjects)")
/// }
/// // Prints “Malibu: 1”. From now on the delegate is told what happens to each row:
/// let evening = Session(context: context)
/// (evening.spot, evening.date) = (session.spot, Date(timeIntervalSinceReferenceDate: 800_040_000))
/// context.processPendingChanges()
/// // … that one was inserted at index path [0, 1].
/// ```
///
/// After each event in the context that can concern the results, it fetches again and passes the difference to its
/// delegate and to every `changes` sequence: changes of this context, saved or not, and those that the context merged
/// from others. So the content is always what a fetch gives, also with a limit or with key paths over relationships,
/// where Core Data's does not follow. It retains its context, and its delegate weakly.
///
/// Use on the context's queue. An event costs one fetch, and a time in proportion to the number of results.
open class FetchedResultsController<ResultType> {
    let results: FetchedResults
    /// The request. A change of it takes effect with the next `performFetch()`.
    public let fetchRequest: FetchRequest<ResultType>

    /// A controller without content until `performFetch()`.
    /// - Parameters:
    ///   - fetchRequest: The request to perform.
    ///   - context: The context whose changes the controller follows.
    ///   - sectionNameKeyPath: The path to the name of an object's section; nil for one section without a name. The
    ///     request must sort the objects of a section next to each other.
    ///   - name: Kept as `cacheName`, and of no effect: sections are computed from the fetched objects.
    /// - Precondition: the request has sort descriptors.
    public init(
        fetchRequest: FetchRequest<ResultType>, managedObjectContext context: ManagedObjectContext,
        sectionNameKeyPath: String?, cacheName name: String?
    ) {
        precondition(
            fetchRequest.sortDescriptors?.isEmpty == false,
            "The request of a fetched results controller needs sort descriptors.")
        self.fetchRequest = fetchRequest
        results = FetchedResults(context, sectionNameKeyPath: sectionNameKeyPath, cacheName: name)
    }

    /// The controller of these results as its delegate sees it.
    init(_ results: FetchedResults) {
        self.results = results
        fetchRequest = FetchRequest(values: results.values)
    }

    /// Fetches the content, and follows changes from then on. The delegate is not notified.
    /// - Throws: the errors of `ManagedObjectContext.fetch(_:)`, or `coreData` if objects of one section do not follow
    ///   each other. The content stays as it was.
    open func performFetch() throws {
        try results.fetch(fetchRequest.values, entity: fetchRequest.entity)
    }

    /// The context whose changes the controller follows.
    public var managedObjectContext: ManagedObjectContext { results.context }
    /// The path to the name of an object's section.
    public var sectionNameKeyPath: String? { results.sectionNameKeyPath }
    /// The name that was given for a cache. It has no effect.
    public var cacheName: String? { results.cacheName }
    /// The object that is notified of changes. Not retained.
    open var delegate: (any FetchedResultsControllerDelegate)? {
        get { results.delegate }
        set { results.delegate = newValue }
    }

    /// Does nothing: there is no cache.
    open class func deleteCache(withName name: String?) {}

    // MARK: Content

    /// The objects in order; nil before the first fetch.
    open var fetchedObjects: [ResultType]? { results.content?.objects.map(typed) }

    /// The sections in order; nil before the first fetch. Without a key path for names there is exactly one.
    open var sections: [any FetchedResultsSectionInfo]? { results.content?.sections }

    /// The object at an index path.
    /// - Precondition: a fetch was performed, and there is an object.
    open func object(at indexPath: IndexPath) -> ResultType {
        guard let content = results.content else { preconditionFailure("Call performFetch() first.") }
        return typed(content.object(at: indexPath))
    }

    /// The index path of an object; nil if it is not among the results.
    open func indexPath(forObject object: ResultType) -> IndexPath? {
        (object as? ManagedObject).flatMap { results.content?.indexPath(of: $0) }
    }

    private func typed(_ object: ManagedObject) -> ResultType {
        guard let result = object as? ResultType else {
            preconditionFailure("The request's results are not of type \(ResultType.self).")
        }
        return result
    }

    // MARK: Index of sections

    /// The titles of an index of the sections, in order and each once.
    open var sectionIndexTitles: [String] {
        var seen: Set<String> = []
        return (results.content?.sections ?? []).compactMap(indexTitle).filter { seen.insert($0).inserted }
    }

    /// The title in an index for a section's name: what the delegate says, otherwise the first letter in upper case.
    open func sectionIndexTitle(forSectionName sectionName: String) -> String? {
        results.delegate?.controller(
            FetchedResultsController<any FetchRequestResult>(results), sectionIndexTitleForSectionName: sectionName)
            ?? sectionName.first.map { String($0).uppercased() }
    }

    /// The index of the first section with this title. The title's own index in `sectionIndexTitles` is not needed,
    /// because each title is there once.
    /// - Precondition: a section has the title.
    open func section(forSectionIndexTitle title: String, at sectionIndex: Int) -> Int {
        let sections = results.content?.sections ?? []
        guard let index = sections.firstIndex(where: { indexTitle($0) == title }) else {
            preconditionFailure("No section has the index title “\(title)”.")
        }
        return index
    }

    private func indexTitle(_ section: FetchedSection) -> String? { sectionIndexTitle(forSectionName: section.name) }
}

/// Whether both show the same results.
public func == <Left, Right>(left: FetchedResultsController<Left>, right: FetchedResultsController<Right>) -> Bool {
    left.results === right.results
}
