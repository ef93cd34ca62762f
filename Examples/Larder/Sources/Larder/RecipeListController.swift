import Foundation
import Persistence
import PersistenceSQLite

protocol RecipeListControllerDelegate: AnyObject {
    func recipeList(_ list: RecipeListController, didUpdate lines: [String])
}

/// The recipes of the first screen, in sections by their first letter.
final class RecipeListController: NSObject {
    weak var delegate: RecipeListControllerDelegate?

    private let context: ManagedObjectContext
    private var changes: [String] = []

    private lazy var fetchedResultsController: FetchedResultsController<Recipe> = {
        let request: FetchRequest<Recipe> = Recipe.fetchRequest()
        request.sortDescriptors = [
            FetchSortDescriptor(key: "initial", ascending: true),
            FetchSortDescriptor(key: "title", ascending: true),
        ]
        let controller = FetchedResultsController(
            fetchRequest: request, managedObjectContext: context,
            sectionNameKeyPath: "initial", cacheName: nil)
        controller.delegate = self
        return controller
    }()

    init(context: ManagedObjectContext) {
        self.context = context
        super.init()
    }

    func start() {
        do {
            try fetchedResultsController.performFetch()
        } catch {
            fatalError("Failed to fetch recipes: \(error)")
        }
    }

    var numberOfSections: Int { fetchedResultsController.sections?.count ?? 0 }

    func numberOfRows(in section: Int) -> Int {
        guard let sectionInfo = fetchedResultsController.sections?[section] else { return 0 }
        return sectionInfo.numberOfObjects
    }

    func title(ofSection section: Int) -> String? {
        fetchedResultsController.sections?[section].name
    }

    func recipe(at indexPath: IndexPath) -> Recipe {
        fetchedResultsController.object(at: indexPath)
    }

    func toggleFavourite(at indexPath: IndexPath) {
        let recipe = fetchedResultsController.object(at: indexPath)
        recipe.isFavourite.toggle()
    }

    func delete(at indexPath: IndexPath) {
        context.delete(fetchedResultsController.object(at: indexPath))
    }
}

extension RecipeListController: FetchedResultsControllerDelegate {
    func controllerWillChangeContent(_ controller: FetchedResultsController<any FetchRequestResult>) {
        changes = []
    }

    func controller(
        _ controller: FetchedResultsController<any FetchRequestResult>,
        didChange sectionInfo: FetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
        for type: FetchedResultsChangeType
    ) {
        switch type {
        case .insert: changes.append("+ section \(sectionInfo.name)")
        case .delete: changes.append("- section \(sectionInfo.name)")
        default: break
        }
    }

    func controller(
        _ controller: FetchedResultsController<any FetchRequestResult>, didChange anObject: Any,
        at indexPath: IndexPath?, for type: FetchedResultsChangeType, newIndexPath: IndexPath?
    ) {
        guard let recipe = anObject as? Recipe else { return }
        let title = recipe.title ?? "-"
        switch type {
        case .insert: changes.append("+ \(title) at \(newIndexPath!.section).\(newIndexPath!.item)")
        case .delete: changes.append("- \(title) at \(indexPath!.section).\(indexPath!.item)")
        case .move: changes.append("> \(title) to \(newIndexPath!.section).\(newIndexPath!.item)")
        case .update: changes.append("* \(title) at \(indexPath!.section).\(indexPath!.item)")
        @unknown default: break
        }
    }

    func controllerDidChangeContent(_ controller: FetchedResultsController<any FetchRequestResult>) {
        delegate?.recipeList(self, didUpdate: changes)
    }
}
