import Persistence
import PersistenceTestSupport
import Testing

/// Models merged from other models.
@Suite struct ModelMergingTests {
    @Test func `merging models combines their entities, configurations and templates`() throws {
        let (company, club) = (CompanyModel.model(), ClubModel.model())
        company.versionIdentifiers = ["1"]
        company.setEntities([try #require(company.entitiesByName["Entry"])], forConfigurationName: "Diary")
        company.setFetchRequestTemplate(FetchRequest<ManagedObject>(entityName: "Entry"), forName: "All")
        let stack = try Stack(model: company)
        let merged = try #require(ManagedObjectModel(byMerging: [company, club]))
        #expect(
            Set(merged.entitiesByName.keys) == [
                "Department", "Employee", "Entry", "Member", "Team", "Song", "Tag",
            ])
        #expect(
            merged.entityVersionHashesByName
                == company.entityVersionHashesByName.merging(club.entityVersionHashesByName) { one, _ in one })
        #expect(merged.versionIdentifiers == ["1"])
        #expect(merged.entities(forConfigurationName: "Diary")?.map(\.name) == ["Entry"])
        #expect(merged.fetchRequestTemplate(forName: "All")?.entityName == "Entry")
        let employees = try #require(merged.entitiesByName["Department"]?.relationshipsByName["employees"])
        #expect(employees.destinationEntity === merged.entitiesByName["Employee"])
        #expect(employees.inverseRelationship?.inverseRelationship === employees)
        #expect(employees.deleteRule == .cascadeDeleteRule)
        withExtendedLifetime(stack) {}
    }

    @Test func `a merged model keeps the classes, rules and hierarchies of its models`() throws {
        let merged = try #require(ManagedObjectModel(byMerging: [HierarchyModel.model(), UniqueSpotModel.model()]))
        let stack = try Stack(.sqlite, model: merged)
        try stack.withContext { context throws in
            #expect(context.insertSpot("Malibu").stars == 3)
            context.insertSpot("Malibu")
            #expect(persistenceError { try context.save() }?.code == .constraintMerge)
        }
        for entity in HierarchyModel.model().entities {
            let copy = merged.entitiesByName[entity.name ?? ""]
            #expect(copy?.superentity?.name == entity.superentity?.name && copy?.isAbstract == entity.isAbstract)
        }
    }

    @Test func `models with different entities of the same name cannot be merged, but equal ones can`() {
        let changed = CompanyModel.model()
        changed.entitiesByName["Entry"]?.attributesByName["wind"]?.type = .double
        #expect(ManagedObjectModel(byMerging: [CompanyModel.model(), changed]) == nil)
        #expect(ManagedObjectModel(byMerging: [CompanyModel.model(), CompanyModel.model()])?.entities.count == 3)
        #expect(ManagedObjectModel(byMerging: [])?.entities.isEmpty == true)
    }

    @Test func `models with equal entities and configurations are equal`() {
        let (model, other) = (CompanyModel.model(), CompanyModel.model())
        #expect(model == other && Set([model, other]).count == 1 && model == model.copy())
        other.entitiesByName["Entry"]?.attributesByName["wind"]?.type = .double
        #expect(model != other)
        let configured = CompanyModel.model()
        configured.setEntities([configured.entities[0]], forConfigurationName: "One")
        #expect(model != configured && model != ClubModel.model())
        let versioned = CompanyModel.model()
        versioned.versionIdentifiers = ["2"]
        #expect(model != versioned)
    }

    @Test func `a copy of a model keeps the predicates of its partial indexes`() throws {
        let model = CompanyModel.model()
        let index = FetchIndexDescription(name: "byWind", elements: [.init(propertyName: "wind")])
        index.partialIndexPredicate = FetchPredicate("rating > 3")
        model.entitiesByName["Entry"]?.indexes = [index]
        let copy = model.copy().entitiesByName["Entry"]?.indexes.first
        #expect(copy?.partialIndexPredicate == FetchPredicate("rating > 3"))
    }

    @Test func `a copy of a model in use can be changed`() throws {
        let stack = try Stack(model: ItemModel.model { $0.attributesByName["name"]?.userInfo = ["shown": "first"] })
        let copy = stack.coordinator.managedObjectModel.copy()
        let name = try #require(copy.entitiesByName["Item"]?.attributesByName["name"])
        #expect(name.userInfo as? [String: String] == ["shown": "first"])
        name.isOptional = false
        #expect(
            stack.coordinator.managedObjectModel.entitiesByName["Item"]?.attributesByName["name"]?.isOptional == true)
    }
}
