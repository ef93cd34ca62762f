import Foundation

/// What happened to an object or a section of fetched results.
/// As in Core Data, more cases may be added.
@nonexhaustive(warn) public enum FetchedResultsChangeType: UInt, Sendable {
    /// It was inserted.
    case insert = 1
    /// It was removed.
    case delete = 2
    /// It has another place among the others.
    case move = 3
    /// Its values changed; its place among the others is the same.
    case update = 4
}

/// A section of fetched results.
public protocol FetchedResultsSectionInfo {
    /// The value that its objects have in common, as a text; empty if they have none.
    var name: String { get }
    /// The first letter of the name in upper case; nil if the name is empty.
    var indexTitle: String? { get }
    /// The number of objects.
    var numberOfObjects: Int { get }
    /// The objects, in order.
    var objects: [Any]? { get }
}

/// Receives the changes of a fetched results controller, on the queue of its context, to update a list row by row. Every
/// method has a default that does nothing.
///
/// ```swift
/// final class SessionList: FetchedResultsControllerDelegate {
///     var steps: [String] = []
///
///     func controller(
///         _ controller: FetchedResultsController<any FetchRequestResult>, didChange anObject: Any,
///         at indexPath: IndexPath?, for type: FetchedResultsChangeType, newIndexPath: IndexPath?
///     ) {
///         steps.append("\(type) \(indexPath?.row ?? -1) \(newIndexPath?.row ?? -1)")
///     }
/// }
/// let list = SessionList()
/// ```
///
/// For each event that changes the results, the methods are called in this order: `controllerWillChangeContent(_:)`,
/// sections, objects, the difference as a whole, `controllerDidChangeContent(_:)`. An `indexPath` is a place before the
/// change, a `newIndexPath` a place after it. During these calls, the controller has its new content. The methods receive
/// it without the type of its results, as another instance: compare it by `==`, not by `===`.
///
/// Core Data calls nothing else if the difference is asked for. Here all methods are called.
public protocol FetchedResultsControllerDelegate: AnyObject {
    /// The content is about to change.
    func controllerWillChangeContent(_ controller: FetchedResultsController<any FetchRequestResult>)
    /// A section was inserted or deleted. `sectionIndex` is its index after an insertion, or before a deletion.
    func controller(
        _ controller: FetchedResultsController<any FetchRequestResult>,
        didChange sectionInfo: any FetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
        for type: FetchedResultsChangeType)
    /// An object was inserted, deleted, moved or updated. `indexPath` is its place before the change, nil for an
    /// insertion; `newIndexPath` is its place after the change, nil for a deletion.
    func controller(
        _ controller: FetchedResultsController<any FetchRequestResult>, didChange anObject: Any,
        at indexPath: IndexPath?, for type: FetchedResultsChangeType, newIndexPath: IndexPath?)
    /// The IDs of the results changed by this difference, regardless of sections. A moved object is removed and
    /// inserted, with associated offsets. Updated objects are not in it.
    func controller(
        _ controller: FetchedResultsController<any FetchRequestResult>,
        didChangeContentWith diff: CollectionDifference<ManagedObjectID>)
    /// The content has changed.
    func controllerDidChangeContent(_ controller: FetchedResultsController<any FetchRequestResult>)
    /// The title of a section in an index; nil for its first letter in upper case.
    func controller(
        _ controller: FetchedResultsController<any FetchRequestResult>,
        sectionIndexTitleForSectionName sectionName: String
    ) -> String?
    /// The results could not be read after a change, or cannot be divided into sections. The controller keeps its
    /// content until the next change or `performFetch()`. Core Data has no such method.
    func controller(
        _ controller: FetchedResultsController<any FetchRequestResult>, didFailWithError error: any Error)
}

extension FetchedResultsControllerDelegate {
    public func controllerWillChangeContent(_ controller: FetchedResultsController<any FetchRequestResult>) {}
    public func controller(
        _ controller: FetchedResultsController<any FetchRequestResult>,
        didChange sectionInfo: any FetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
        for type: FetchedResultsChangeType
    ) {}
    public func controller(
        _ controller: FetchedResultsController<any FetchRequestResult>, didChange anObject: Any,
        at indexPath: IndexPath?, for type: FetchedResultsChangeType, newIndexPath: IndexPath?
    ) {}
    public func controller(
        _ controller: FetchedResultsController<any FetchRequestResult>,
        didChangeContentWith diff: CollectionDifference<ManagedObjectID>
    ) {}
    public func controllerDidChangeContent(_ controller: FetchedResultsController<any FetchRequestResult>) {}
    public func controller(
        _ controller: FetchedResultsController<any FetchRequestResult>,
        sectionIndexTitleForSectionName sectionName: String
    ) -> String? { nil }
    public func controller(
        _ controller: FetchedResultsController<any FetchRequestResult>, didFailWithError error: any Error
    ) {}
}
