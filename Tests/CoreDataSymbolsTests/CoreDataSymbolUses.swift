// Made from symbols.tsv; see CoreDataSymbolsTests. It compiles if the engine has the symbols.
// swift-format-ignore-file

import Foundation
import Persistence
import PersistenceModelFile

private func uses0() {
    _ = ManagedObject.fetchRequest()
    _ = AttributeType.self
    _ = AttributeType.binaryDataAttributeType
    _ = AttributeType.booleanAttributeType
    _ = AttributeType.dateAttributeType
    _ = AttributeType.decimalAttributeType
    _ = AttributeType.doubleAttributeType
    _ = AttributeType.floatAttributeType
    _ = AttributeType.integer16AttributeType
    _ = AttributeType.integer32AttributeType
    _ = AttributeType.integer64AttributeType
    _ = AttributeType.objectIDAttributeType
    _ = AttributeType.stringAttributeType
    _ = AttributeType.transformableAttributeType
    _ = AttributeType.URIAttributeType
    _ = AttributeType.UUIDAttributeType
    _ = AttributeType.undefinedAttributeType
    _ = BatchDeleteRequestResultType.self
    _ = BatchDeleteRequestResultType.resultTypeCount
    _ = BatchDeleteRequestResultType.resultTypeObjectIDs
    _ = BatchDeleteRequestResultType.resultTypeStatusOnly
    _ = BatchInsertRequestResultType.self
    _ = BatchInsertRequestResultType.count
    _ = BatchInsertRequestResultType.objectIDs
    _ = BatchInsertRequestResultType.statusOnly
    _ = BatchUpdateRequestResultType.self
    _ = BatchUpdateRequestResultType.statusOnlyResultType
    _ = BatchUpdateRequestResultType.updatedObjectIDsResultType
    _ = BatchUpdateRequestResultType.updatedObjectsCountResultType
    _ = DeleteRule.self
    _ = DeleteRule.cascadeDeleteRule
    _ = DeleteRule.denyDeleteRule
    _ = DeleteRule.noActionDeleteRule
    _ = DeleteRule.nullifyDeleteRule
    _ = FetchIndexElementType.self
    _ = FetchIndexElementType.binary
    _ = FetchIndexElementType.rTree
    _ = FetchRequestResultType.self
    _ = FetchRequestResultType.countResultType
    _ = FetchRequestResultType.dictionaryResultType
}

private func uses1() {
    _ = FetchRequestResultType.managedObjectIDResultType
    _ = FetchRequestResultType.managedObjectResultType
    _ = FetchedResultsChangeType.self
    _ = FetchedResultsChangeType.delete
    _ = FetchedResultsChangeType.insert
    _ = FetchedResultsChangeType.move
    _ = FetchedResultsChangeType.update
    _ = ManagedObjectContextConcurrencyType.self
    _ = ManagedObjectContextConcurrencyType.confinementConcurrencyType
    _ = ManagedObjectContextConcurrencyType.mainQueueConcurrencyType
    _ = ManagedObjectContextConcurrencyType.privateQueueConcurrencyType
    _ = MergePolicyType.self
    _ = MergePolicyType.errorMergePolicyType
    _ = MergePolicyType.mergeByPropertyObjectTrumpMergePolicyType
    _ = MergePolicyType.mergeByPropertyStoreTrumpMergePolicyType
    _ = MergePolicyType.overwriteMergePolicyType
    _ = MergePolicyType.rollbackMergePolicyType
    _ = PersistentHistoryChangeType.self
    _ = PersistentHistoryChangeType.delete
    _ = PersistentHistoryChangeType.insert
    _ = PersistentHistoryChangeType.update
    _ = PersistentHistoryResultType.self
    _ = PersistentHistoryResultType.changesOnly
    _ = PersistentHistoryResultType.count
    _ = PersistentHistoryResultType.objectIDs
    _ = PersistentHistoryResultType.statusOnly
    _ = PersistentHistoryResultType.transactionsAndChanges
    _ = PersistentHistoryResultType.transactionsOnly
    _ = PersistentStoreRequestType.self
    _ = PersistentStoreRequestType.batchDeleteRequestType
    _ = PersistentStoreRequestType.batchInsertRequestType
    _ = PersistentStoreRequestType.batchUpdateRequestType
    _ = PersistentStoreRequestType.fetchRequestType
    _ = PersistentStoreRequestType.saveRequestType
    _ = SnapshotEventType.self
    _ = SnapshotEventType.mergePolicy
    _ = SnapshotEventType.refresh
    _ = SnapshotEventType.rollback
    _ = SnapshotEventType.undoDeletion
    _ = SnapshotEventType.undoInsertion
}

private func uses2() {
    _ = SnapshotEventType.undoUpdate
    _ = CoreDataError
    _ = EntityMigrationPolicyError
    _ = InferredMappingModelError
    _ = ManagedObjectConstraintMergeError
    _ = ManagedObjectConstraintValidationError
    _ = ManagedObjectContextLockingError
    _ = ManagedObjectExternalRelationshipError
    _ = ManagedObjectMergeError
    _ = ManagedObjectModelReferenceNotFoundError
    _ = ManagedObjectReferentialIntegrityError
    _ = ManagedObjectValidationError
    _ = MigrationCancelledError
    _ = MigrationConstraintViolationError
    _ = MigrationError
    _ = MigrationManagerDestinationStoreError
    _ = MigrationManagerSourceStoreError
    _ = MigrationMissingMappingModelError
    _ = MigrationMissingSourceModelError
    _ = PersistentHistoryTokenExpiredError
    _ = PersistentStoreCoordinatorLockingError
    _ = PersistentStoreIncompatibleSchemaError
    _ = PersistentStoreIncompatibleVersionHashError
    _ = PersistentStoreIncompleteSaveError
    _ = PersistentStoreInvalidTypeError
    _ = PersistentStoreOpenError
    _ = PersistentStoreOperationError
    _ = PersistentStoreSaveConflictsError
    _ = PersistentStoreSaveError
    _ = PersistentStoreTimeoutError
    _ = PersistentStoreTypeMismatchError
    _ = PersistentStoreUnsupportedRequestTypeError
    _ = SQLiteError
    _ = StagedMigrationBackwardMigrationError
    _ = StagedMigrationFrameworkVersionMismatchError
    _ = ValidationDateTooLateError
    _ = ValidationDateTooSoonError
    _ = ValidationInvalidDateError
    _ = ValidationInvalidURIError
    _ = ValidationMissingMandatoryPropertyError
}

private func uses3() {
    _ = ValidationMultipleErrorsError
    _ = ValidationNumberTooLargeError
    _ = ValidationNumberTooSmallError
    _ = ValidationRelationshipDeniedDeleteError
    _ = ValidationRelationshipExceedsMaximumCountError
    _ = ValidationRelationshipLacksMinimumCountError
    _ = ValidationStringPatternMatchingError
    _ = ValidationStringTooLongError
    _ = ValidationStringTooShortError
    _ = AddedPersistentStoresKey
    _ = AffectedObjectsErrorKey
    _ = AffectedStoresErrorKey
    _ = DeletedObjectIDsKey
    _ = DeletedObjectsKey
    _ = DetailedErrorsKey
    _ = ErrorMergePolicy
    _ = InMemoryStoreType
    _ = InferMappingModelAutomaticallyOption
    _ = InsertedObjectIDsKey
    _ = InsertedObjectsKey
    _ = InvalidatedAllObjectsKey
    _ = InvalidatedObjectIDsKey
    _ = InvalidatedObjectsKey
    _ = ManagedObjectContextQueryGenerationKey
    _ = MergeByPropertyObjectTrumpMergePolicy
    _ = MergeByPropertyStoreTrumpMergePolicy
    _ = MigratePersistentStoresAutomaticallyOption
    _ = OverwriteMergePolicy
    _ = PersistentHistoryTokenKey
    _ = PersistentHistoryTrackingKey
    _ = PersistentStoreModelVersionChecksumKey
    _ = PersistentStoreRemoteChangeNotificationPostOptionKey
    _ = PersistentStoreSaveConflictsErrorKey
    _ = PersistentStoreStagedMigrationManagerOptionKey
    _ = PersistentStoreTimeoutOption
    _ = PersistentStoreURLKey
    _ = ReadOnlyPersistentStoreOption
    _ = RefreshedObjectIDsKey
    _ = RefreshedObjectsKey
    _ = RemovedPersistentStoresKey
}

private func uses4() {
    _ = RollbackMergePolicy
    _ = SQLiteErrorDomain
    _ = SQLitePragmasOption
    _ = SQLiteStoreType
    _ = StoreModelVersionHashesKey
    _ = StoreModelVersionIdentifiersKey
    _ = StoreTypeKey
    _ = StoreUUIDKey
    _ = UpdatedObjectIDsKey
    _ = UpdatedObjectsKey
    _ = ValidationKeyErrorKey
    _ = ValidationObjectErrorKey
    _ = ValidationPredicateErrorKey
    _ = ValidationValueErrorKey
    _ = PersistentStoreAsynchronousFetchResultCompletionBlock.self
    _ = Notification.Name.ManagedObjectContextDidMergeChangesObjectIDs
    _ = Notification.Name.ManagedObjectContextDidSave
    _ = Notification.Name.ManagedObjectContextDidSaveObjectIDs
    _ = Notification.Name.ManagedObjectContextObjectsDidChange
    _ = Notification.Name.ManagedObjectContextWillSave
    _ = Notification.Name.PersistentStoreCoordinatorStoresDidChange
    _ = Notification.Name.PersistentStoreCoordinatorWillRemoveStore
    _ = Notification.Name.PersistentStoreRemoteChange
    _ = AsynchronousFetchRequest<ManagedObject>.self
    _ = AsynchronousFetchRequest<ManagedObject>.init(fetchRequest:completionBlock:)
    _ = \AsynchronousFetchRequest<ManagedObject>.completionBlock
    _ = \AsynchronousFetchRequest<ManagedObject>.estimatedResultCount
    _ = \AsynchronousFetchRequest<ManagedObject>.fetchRequest
    _ = AsynchronousFetchResult<ManagedObject>.self
    _ = \AsynchronousFetchResult<ManagedObject>.fetchRequest
    _ = \AsynchronousFetchResult<ManagedObject>.finalResult
    _ = AttributeDescription.self
    _ = \AttributeDescription.allowsExternalBinaryDataStorage
    _ = \AttributeDescription.attributeType
    _ = \AttributeDescription.attributeValueClassName
    _ = \AttributeDescription.defaultValue
    _ = \AttributeDescription.preservesValueInHistoryOnDeletion
    _ = \AttributeDescription.valueTransformerName
    _ = \AttributeDescription.versionHash
    _ = BatchDeleteRequest.self
}

private func uses5() {
    _ = { (r: FetchRequest<any FetchRequestResult>) in BatchDeleteRequest(fetchRequest: r) }
    _ = BatchDeleteRequest.init(objectIDs:)
    _ = \BatchDeleteRequest.fetchRequest
    _ = \BatchDeleteRequest.resultType
    _ = BatchDeleteResult.self
    _ = \BatchDeleteResult.result
    _ = \BatchDeleteResult.resultType
    _ = BatchInsertRequest.self
    _ = BatchInsertRequest.init(entity:dictionaryHandler:)
    _ = BatchInsertRequest.init(entity:managedObjectHandler:)
    _ = BatchInsertRequest.init(entity:objects:)
    _ = { BatchInsertRequest(entityName: "A", dictionaryHandler: { (d: NSMutableDictionary) in d["a"] = 1; return true }) }
    _ = BatchInsertRequest.init(entityName:managedObjectHandler:)
    _ = BatchInsertRequest.init(entityName:objects:)
    _ = \BatchInsertRequest.dictionaryHandler
    _ = \BatchInsertRequest.entity
    _ = \BatchInsertRequest.entityName
    _ = \BatchInsertRequest.managedObjectHandler
    _ = \BatchInsertRequest.objectsToInsert
    _ = \BatchInsertRequest.resultType
    _ = BatchInsertResult.self
    _ = \BatchInsertResult.result
    _ = \BatchInsertResult.resultType
    _ = BatchUpdateRequest.self
    _ = BatchUpdateRequest.init(entity:)
    _ = BatchUpdateRequest.init(entityName:)
    _ = \BatchUpdateRequest.entity
    _ = \BatchUpdateRequest.entityName
    _ = \BatchUpdateRequest.includesSubentities
    _ = \BatchUpdateRequest.predicate
    _ = { (r: BatchUpdateRequest) -> [AnyHashable: Any]? in r.propertiesToUpdate }
    _ = \BatchUpdateRequest.resultType
    _ = BatchUpdateResult.self
    _ = \BatchUpdateResult.result
    _ = \BatchUpdateResult.resultType
    _ = ConstraintConflict.self
    _ = ConstraintConflict.init(constraint:database:databaseSnapshot:conflicting:conflictingSnapshots:)
    _ = \ConstraintConflict.conflictingObjects
    _ = \ConstraintConflict.conflictingSnapshots
    _ = \ConstraintConflict.constraint
}

private func uses6() {
    _ = \ConstraintConflict.constraintValues
    _ = \ConstraintConflict.databaseObject
    _ = \ConstraintConflict.databaseSnapshot
    _ = CustomMigrationStage.self
    _ = \CustomMigrationStage.currentModel
    _ = \CustomMigrationStage.nextModel
    _ = DerivedAttributeDescription.self
    _ = \DerivedAttributeDescription.derivationExpression
    _ = EntityDescription.self
    _ = EntityDescription.entity(forEntityName:in:)
    _ = EntityDescription.insertNewObject(forEntityName:into:)
    _ = EntityDescription.isKindOf(entity:)
    _ = EntityDescription.relationships(forDestination:)
    _ = \EntityDescription.isAbstract
    _ = \EntityDescription.attributesByName
    _ = \EntityDescription.indexes
    _ = \EntityDescription.managedObjectClassName
    _ = { (e: EntityDescription) -> ManagedObjectModel in e.managedObjectModel }
    _ = \EntityDescription.name
    _ = \EntityDescription.properties
    _ = \EntityDescription.propertiesByName
    _ = \EntityDescription.relationshipsByName
    _ = \EntityDescription.renamingIdentifier
    _ = \EntityDescription.subentities
    _ = \EntityDescription.subentitiesByName
    _ = \EntityDescription.superentity
    _ = { (e: EntityDescription) -> [[Any]] in e.uniquenessConstraints }
    _ = { (d: EntityDescription) -> [AnyHashable: Any]? in d.userInfo }
    _ = \EntityDescription.versionHash
    _ = \EntityDescription.versionHashModifier
    _ = ExpressionDescription.self
    _ = \ExpressionDescription.expression
    _ = \ExpressionDescription.expressionResultType
    _ = FetchIndexDescription.self
    _ = FetchIndexDescription.init(name:elements:)
    _ = \FetchIndexDescription.elements
    _ = \FetchIndexDescription.entity
    _ = \FetchIndexDescription.name
    _ = FetchIndexElementDescription.self
    _ = FetchIndexElementDescription.init(property:collationType:)
}

private func uses7() {
    _ = \FetchIndexElementDescription.isAscending
    _ = \FetchIndexElementDescription.collationType
    _ = \FetchIndexElementDescription.indexDescription
    _ = \FetchIndexElementDescription.property
    _ = \FetchIndexElementDescription.propertyName
    _ = FetchRequest<ManagedObject>.self
    _ = FetchRequest<ManagedObject>.execute
    _ = { FetchRequest<ManagedObject>() }
    _ = FetchRequest<ManagedObject>.init(entityName:)
    _ = \FetchRequest<ManagedObject>.affectedStores
    _ = \FetchRequest<ManagedObject>.entity
    _ = \FetchRequest<ManagedObject>.entityName
    _ = \FetchRequest<ManagedObject>.fetchBatchSize
    _ = \FetchRequest<ManagedObject>.fetchLimit
    _ = \FetchRequest<ManagedObject>.fetchOffset
    _ = \FetchRequest<ManagedObject>.havingPredicate
    _ = \FetchRequest<ManagedObject>.includesPendingChanges
    _ = \FetchRequest<ManagedObject>.includesPropertyValues
    _ = \FetchRequest<ManagedObject>.includesSubentities
    _ = \FetchRequest<ManagedObject>.predicate
    _ = \FetchRequest<ManagedObject>.propertiesToFetch
    _ = \FetchRequest<ManagedObject>.propertiesToGroupBy
    _ = \FetchRequest<ManagedObject>.relationshipKeyPathsForPrefetching
    _ = \FetchRequest<ManagedObject>.resultType
    _ = \FetchRequest<ManagedObject>.returnsDistinctResults
    _ = \FetchRequest<ManagedObject>.returnsObjectsAsFaults
    _ = \FetchRequest<ManagedObject>.shouldRefreshRefetchedObjects
    _ = \FetchRequest<ManagedObject>.sortDescriptors
    _ = FetchedResultsController<ManagedObject>.self
    _ = FetchedResultsController<ManagedObject>.deleteCache(withName:)
    _ = FetchedResultsController<ManagedObject>.indexPath(forObject:)
    _ = FetchedResultsController<ManagedObject>.init(fetchRequest:managedObjectContext:sectionNameKeyPath:cacheName:)
    _ = FetchedResultsController<ManagedObject>.object(at:)
    _ = FetchedResultsController<ManagedObject>.performFetch
    _ = FetchedResultsController<ManagedObject>.section(forSectionIndexTitle:at:)
    _ = FetchedResultsController<ManagedObject>.sectionIndexTitle(forSectionName:)
    _ = \FetchedResultsController<ManagedObject>.cacheName
    _ = \FetchedResultsController<ManagedObject>.delegate
    _ = \FetchedResultsController<ManagedObject>.fetchRequest
    _ = \FetchedResultsController<ManagedObject>.fetchedObjects
}

private func uses8() {
    _ = \FetchedResultsController<ManagedObject>.managedObjectContext
    _ = \FetchedResultsController<ManagedObject>.sectionIndexTitles
    _ = \FetchedResultsController<ManagedObject>.sectionNameKeyPath
    _ = \FetchedResultsController<ManagedObject>.sections
    _ = IncrementalStore.self
    _ = IncrementalStore.identifierForNewStore(at:)
    _ = IncrementalStore.execute(_:with:)
    _ = IncrementalStore.loadMetadata
    _ = IncrementalStore.managedObjectContextDidRegisterObjects(with:)
    _ = IncrementalStore.managedObjectContextDidUnregisterObjects(with:)
    _ = IncrementalStore.newObjectID(for:referenceObject:)
    _ = IncrementalStore.newValue(forRelationship:forObjectWith:with:)
    _ = IncrementalStore.newValuesForObject(with:with:)
    _ = IncrementalStore.obtainPermanentIDs(for:)
    _ = IncrementalStore.referenceObject(for:)
    _ = IncrementalStoreNode.self
    _ = IncrementalStoreNode.init(objectID:withValues:version:)
    _ = IncrementalStoreNode.update(withValues:version:)
    _ = IncrementalStoreNode.value(for:)
    _ = \IncrementalStoreNode.objectID
    _ = \IncrementalStoreNode.version
    _ = LightweightMigrationStage.self
    _ = \LightweightMigrationStage.versionChecksums
    _ = ManagedObject.self
    _ = { ManagedObject.entity() }
    _ = ManagedObject.awakeFromFetch
    _ = ManagedObject.awakeFromInsert
    _ = ManagedObject.awake(fromSnapshotEvents:)
    _ = ManagedObject.changedValues
    _ = ManagedObject.changedValuesForCurrentEvent
    _ = ManagedObject.committedValues(forKeys:)
    _ = ManagedObject.didAccessValue(forKey:)
    _ = ManagedObject.didChangeValue(forKey:)
    _ = ManagedObject.didSave
    _ = ManagedObject.didTurnIntoFault
    _ = ManagedObject.hasFault(forRelationshipNamed:)
    _ = ManagedObject.init(context:)
    _ = ManagedObject.init(entity:insertInto:)
    _ = ManagedObject.objectIDs(forRelationshipNamed:)
    _ = ManagedObject.prepareForDeletion
}

private func uses9() {
    _ = ManagedObject.primitiveValue(forKey:)
    _ = ManagedObject.setPrimitiveValue(_:forKey:)
    _ = ManagedObject.setValue(_:forKey:)
    _ = ManagedObject.validateForDelete
    _ = ManagedObject.validateForInsert
    _ = ManagedObject.validateForUpdate
    _ = { (o: ManagedObject, v: inout Any?) in try o.validateValue(&v, forKey: "name") }
    _ = ManagedObject.value(forKey:)
    _ = ManagedObject.willAccessValue(forKey:)
    _ = ManagedObject.willChangeValue(forKey:)
    _ = ManagedObject.willSave
    _ = ManagedObject.willTurnIntoFault
    _ = \ManagedObject.isDeleted
    _ = { (o: ManagedObject) -> EntityDescription in o.entity }
    _ = \ManagedObject.isFault
    _ = \ManagedObject.faultingState
    _ = \ManagedObject.hasChanges
    _ = \ManagedObject.hasPersistentChangedValues
    _ = \ManagedObject.isInserted
    _ = \ManagedObject.managedObjectContext
    _ = \ManagedObject.objectID
    _ = \ManagedObject.isUpdated
    _ = ManagedObjectContext.self
    _ = ManagedObjectContext.mergeChanges(fromRemoteContextSave:into:)
    _ = ManagedObjectContext.assign(_:to:)
    _ = { (c: ManagedObjectContext, r: FetchRequest<any FetchRequestResult>) in try c.count(for: r) }
    _ = ManagedObjectContext.delete(_:)
    _ = ManagedObjectContext.detectConflicts(for:)
    _ = ManagedObjectContext.execute(_:)
    _ = ManagedObjectContext.existingObject(with:)
    _ = { ManagedObjectContext() }
    _ = ManagedObjectContext.init(concurrencyType:)
    _ = ManagedObjectContext.insert(_:)
    _ = ManagedObjectContext.lock
    _ = ManagedObjectContext.mergeChanges(fromContextDidSave:)
    _ = ManagedObjectContext.registeredObject(for:)
    _ = ManagedObjectContext.object(with:)
    _ = ManagedObjectContext.obtainPermanentIDs(for:)
    _ = { (c: ManagedObjectContext, b: @escaping @Sendable () -> Void) in c.perform(b) }
    _ = { (c: ManagedObjectContext, b: () -> Void) in c.performAndWait(b) }
}

private func uses10() {
    _ = ManagedObjectContext.processPendingChanges
    _ = ManagedObjectContext.redo
    _ = ManagedObjectContext.refreshAllObjects
    _ = ManagedObjectContext.refresh(_:mergeChanges:)
    _ = ManagedObjectContext.reset
    _ = ManagedObjectContext.rollback
    _ = { (c: ManagedObjectContext) in try c.save() }
    _ = ManagedObjectContext.setQueryGenerationFrom(_:)
    _ = ManagedObjectContext.shouldHandleInaccessibleFault(_:for:triggeredByProperty:)
    _ = ManagedObjectContext.tryLock
    _ = ManagedObjectContext.undo
    _ = ManagedObjectContext.unlock
    _ = \ManagedObjectContext.automaticallyMergesChangesFromParent
    _ = \ManagedObjectContext.concurrencyType
    _ = \ManagedObjectContext.deletedObjects
    _ = \ManagedObjectContext.hasChanges
    _ = \ManagedObjectContext.insertedObjects
    _ = { (c: ManagedObjectContext) in c.mergePolicy = MergeByPropertyObjectTrumpMergePolicy }
    _ = \ManagedObjectContext.name
    _ = \ManagedObjectContext.parent
    _ = \ManagedObjectContext.persistentStoreCoordinator
    _ = \ManagedObjectContext.propagatesDeletesAtEndOfEvent
    _ = \ManagedObjectContext.queryGenerationToken
    _ = \ManagedObjectContext.registeredObjects
    _ = \ManagedObjectContext.retainsRegisteredObjects
    _ = \ManagedObjectContext.shouldDeleteInaccessibleFaults
    _ = { (c: ManagedObjectContext) in c.stalenessInterval = 0.0 }
    _ = \ManagedObjectContext.transactionAuthor
    _ = { (c: ManagedObjectContext) -> UndoManager? in c.undoManager }
    _ = \ManagedObjectContext.updatedObjects
    _ = { (c: ManagedObjectContext) -> NSMutableDictionary in c.userInfo }
    _ = ManagedObjectID.self
    _ = ManagedObjectID.uriRepresentation
    _ = \ManagedObjectID.entity
    _ = \ManagedObjectID.persistentStore
    _ = \ManagedObjectID.isTemporaryID
    _ = ManagedObjectModel.self
    _ = ManagedObjectModel.init(byMerging:)
    _ = ManagedObjectModel.entities(forConfigurationName:)
    _ = ManagedObjectModel.fetchRequestFromTemplate(withName:substitutionVariables:)
}

private func uses11() {
    _ = ManagedObjectModel.fetchRequestTemplate(forName:)
    _ = { ManagedObjectModel() }
    _ = ManagedObjectModel.init(contentsOf:)
    _ = ManagedObjectModel.isConfiguration(withName:compatibleWithStoreMetadata:)
    _ = ManagedObjectModel.setEntities(_:forConfigurationName:)
    _ = { (m: ManagedObjectModel, r: FetchRequest<ManagedObject>) in m.setFetchRequestTemplate(r, forName: "a") }
    _ = \ManagedObjectModel.configurations
    _ = \ManagedObjectModel.entities
    _ = \ManagedObjectModel.entitiesByName
    _ = \ManagedObjectModel.entityVersionHashesByName
    _ = \ManagedObjectModel.fetchRequestTemplatesByName
    _ = \ManagedObjectModel.versionChecksum
    _ = \ManagedObjectModel.versionIdentifiers
    _ = ManagedObjectModelReference.self
    _ = ManagedObjectModelReference.init(entityVersionHashes:in:versionChecksum:)
    _ = ManagedObjectModelReference.init(fileURL:versionChecksum:)
    _ = ManagedObjectModelReference.init(model:versionChecksum:)
    _ = ManagedObjectModelReference.init(name:in:versionChecksum:)
    _ = \ManagedObjectModelReference.resolvedModel
    _ = \ManagedObjectModelReference.versionChecksum
    _ = MergeConflict.self
    _ = MergeConflict.init(source:newVersion:oldVersion:cachedSnapshot:persistedSnapshot:)
    _ = \MergeConflict.cachedSnapshot
    _ = \MergeConflict.newVersionNumber
    _ = \MergeConflict.objectSnapshot
    _ = \MergeConflict.oldVersionNumber
    _ = \MergeConflict.persistedSnapshot
    _ = \MergeConflict.sourceObject
    _ = MergePolicy.self
    _ = MergePolicy.error
    _ = MergePolicy.mergeByPropertyObjectTrump
    _ = MergePolicy.mergeByPropertyStoreTrump
    _ = MergePolicy.overwrite
    _ = MergePolicy.rollback
    _ = MergePolicy.init(merge:)
    _ = { (p: MergePolicy, c: [Any]) in try p.resolve(mergeConflicts: c) }
    _ = MergePolicy.resolve(constraintConflicts:)
    _ = MergePolicy.resolve(optimisticLockingConflicts:)
    _ = \MergePolicy.mergeType
    _ = MigrationStage.self
}

private func uses12() {
    _ = \MigrationStage.label
    _ = PersistentContainer.self
    _ = PersistentContainer.defaultDirectoryURL
    _ = PersistentContainer.init(name:managedObjectModel:)
    _ = PersistentContainer.loadPersistentStores(completionHandler:)
    _ = PersistentContainer.newBackgroundContext
    _ = { (c: PersistentContainer, b: @escaping @Sendable (ManagedObjectContext) -> Void) in c.performBackgroundTask(b) }
    _ = \PersistentContainer.managedObjectModel
    _ = \PersistentContainer.name
    _ = \PersistentContainer.persistentStoreCoordinator
    _ = \PersistentContainer.persistentStoreDescriptions
    _ = \PersistentContainer.viewContext
    _ = PersistentHistoryChange.self
    _ = PersistentHistoryChange.entityDescription(with:)
    _ = PersistentHistoryChange.entityDescription
    _ = PersistentHistoryChange.fetchRequest
    _ = \PersistentHistoryChange.changeID
    _ = \PersistentHistoryChange.changeType
    _ = \PersistentHistoryChange.changedObjectID
    _ = \PersistentHistoryChange.tombstone
    _ = \PersistentHistoryChange.transaction
    _ = \PersistentHistoryChange.updatedProperties
    _ = PersistentHistoryChangeRequest.self
    _ = { (x: Date) in PersistentHistoryChangeRequest.deleteHistory(before: x) }
    _ = { (x: PersistentHistoryToken) in PersistentHistoryChangeRequest.deleteHistory(before: x) }
    _ = { (x: PersistentHistoryTransaction) in PersistentHistoryChangeRequest.deleteHistory(before: x) }
    _ = { (x: Date) in PersistentHistoryChangeRequest.fetchHistory(after: x) }
    _ = { (x: PersistentHistoryToken) in PersistentHistoryChangeRequest.fetchHistory(after: x) }
    _ = { (x: PersistentHistoryTransaction) in PersistentHistoryChangeRequest.fetchHistory(after: x) }
    _ = { (r: FetchRequest<ManagedObject>) in PersistentHistoryChangeRequest.fetchHistory(withFetch: r) }
    _ = \PersistentHistoryChangeRequest.fetchRequest
    _ = \PersistentHistoryChangeRequest.resultType
    _ = \PersistentHistoryChangeRequest.token
    _ = PersistentHistoryResult.self
    _ = \PersistentHistoryResult.result
    _ = \PersistentHistoryResult.resultType
    _ = PersistentHistoryToken.self
    _ = PersistentHistoryTransaction.self
    _ = PersistentHistoryTransaction.entityDescription(with:)
    _ = PersistentHistoryTransaction.entityDescription
}

private func uses13() {
    _ = PersistentHistoryTransaction.fetchRequest
    _ = PersistentHistoryTransaction.objectIDNotification
    _ = \PersistentHistoryTransaction.author
    _ = \PersistentHistoryTransaction.bundleID
    _ = \PersistentHistoryTransaction.changes
    _ = \PersistentHistoryTransaction.contextName
    _ = \PersistentHistoryTransaction.processID
    _ = \PersistentHistoryTransaction.storeID
    _ = \PersistentHistoryTransaction.timestamp
    _ = \PersistentHistoryTransaction.token
    _ = \PersistentHistoryTransaction.transactionNumber
    _ = PersistentStore.self
    _ = PersistentStore.metadataForPersistentStore(with:)
    _ = PersistentStore.didAdd(to:)
    _ = PersistentStore.loadMetadata
    _ = PersistentStore.willRemove(from:)
    _ = \PersistentStore.url
    _ = { (s: PersistentStore) -> String in s.configurationName }
    _ = \PersistentStore.identifier
    _ = \PersistentStore.metadata
    _ = \PersistentStore.options
    _ = \PersistentStore.persistentStoreCoordinator
    _ = \PersistentStore.isReadOnly
    _ = \PersistentStore.type
    _ = PersistentStoreAsynchronousResult.self
    _ = PersistentStoreAsynchronousResult.cancel
    _ = \PersistentStoreAsynchronousResult.managedObjectContext
    _ = \PersistentStoreAsynchronousResult.operationError
    _ = \PersistentStoreAsynchronousResult.progress
    _ = PersistentStoreCoordinator.self
    _ = { (u: URL) in try PersistentStoreCoordinator.metadataForPersistentStore(ofType: SQLiteStoreType, at: u) }
    _ = PersistentStoreCoordinator.metadataForPersistentStore(ofType:at:options:)
    _ = { PersistentStoreCoordinator.registerStoreClass(IncrementalStore.self, forStoreType: "T") }
    _ = { (u: URL) in try PersistentStoreCoordinator.setMetadata([:], forPersistentStoreOfType: SQLiteStoreType, at: u) }
    _ = PersistentStoreCoordinator.setMetadata(_:forPersistentStoreOfType:at:options:)
    _ = { (c: PersistentStoreCoordinator, s: PersistentStore) -> URL in c.url(for: s) }
    _ = PersistentStoreCoordinator.addPersistentStore(with:completionHandler:)
    _ = PersistentStoreCoordinator.addPersistentStore(ofType:configurationName:at:options:)
    _ = PersistentStoreCoordinator.currentPersistentHistoryToken(fromStores:)
    _ = PersistentStoreCoordinator.destroyPersistentStore(at:ofType:options:)
}

private func uses14() {
    _ = PersistentStoreCoordinator.execute(_:with:)
    _ = PersistentStoreCoordinator.init(managedObjectModel:)
    _ = PersistentStoreCoordinator.managedObjectID(forURIRepresentation:)
    _ = PersistentStoreCoordinator.metadata(for:)
    _ = PersistentStoreCoordinator.migratePersistentStore(_:to:options:withType:)
    _ = { (c: PersistentStoreCoordinator, b: @escaping @Sendable () -> Void) in c.perform(b) }
    _ = { (c: PersistentStoreCoordinator, b: () -> Void) in c.performAndWait(b) }
    _ = PersistentStoreCoordinator.persistentStore(for:)
    _ = PersistentStoreCoordinator.remove(_:)
    _ = PersistentStoreCoordinator.replacePersistentStore(at:destinationOptions:withPersistentStoreFrom:sourceOptions:ofType:)
    _ = PersistentStoreCoordinator.setMetadata(_:for:)
    _ = PersistentStoreCoordinator.setURL(_:for:)
    _ = \PersistentStoreCoordinator.managedObjectModel
    _ = \PersistentStoreCoordinator.name
    _ = \PersistentStoreCoordinator.persistentStores
    _ = PersistentStoreDescription.self
    _ = PersistentStoreDescription.init(url:)
    _ = { (d: PersistentStoreDescription) in d.setOption(true as NSNumber, forKey: PersistentHistoryTrackingKey) }
    _ = { (d: PersistentStoreDescription) in d.setValue("DELETE" as NSString, forPragmaNamed: "journal_mode") }
    _ = \PersistentStoreDescription.url
    _ = \PersistentStoreDescription.configuration
    _ = \PersistentStoreDescription.options
    _ = \PersistentStoreDescription.isReadOnly
    _ = \PersistentStoreDescription.shouldAddStoreAsynchronously
    _ = \PersistentStoreDescription.shouldInferMappingModelAutomatically
    _ = \PersistentStoreDescription.shouldMigrateStoreAutomatically
    _ = \PersistentStoreDescription.sqlitePragmas
    _ = \PersistentStoreDescription.timeout
    _ = \PersistentStoreDescription.type
    _ = PersistentStoreRequest.self
    _ = \PersistentStoreRequest.affectedStores
    _ = \PersistentStoreRequest.requestType
    _ = PersistentStoreResult.self
    _ = PropertyDescription.self
    _ = PropertyDescription.setValidationPredicates(_:withValidationWarnings:)
    _ = { (p: PropertyDescription) -> EntityDescription in p.entity }
    _ = \PropertyDescription.name
    _ = \PropertyDescription.isOptional
    _ = \PropertyDescription.renamingIdentifier
    _ = \PropertyDescription.isTransient
}

private func uses15() {
    _ = { (d: PropertyDescription) -> [AnyHashable: Any]? in d.userInfo }
    _ = \PropertyDescription.validationPredicates
    _ = \PropertyDescription.validationWarnings
    _ = \PropertyDescription.versionHash
    _ = \PropertyDescription.versionHashModifier
    _ = QueryGenerationToken.self
    _ = QueryGenerationToken.current
    _ = RelationshipDescription.self
    _ = \RelationshipDescription.deleteRule
    _ = \RelationshipDescription.destinationEntity
    _ = \RelationshipDescription.inverseRelationship
    _ = \RelationshipDescription.maxCount
    _ = \RelationshipDescription.minCount
    _ = \RelationshipDescription.isOrdered
    _ = \RelationshipDescription.isToMany
    _ = \RelationshipDescription.versionHash
    _ = SaveChangesRequest.self
    _ = SaveChangesRequest.init(inserted:updated:deleted:locked:)
    _ = \SaveChangesRequest.deletedObjects
    _ = \SaveChangesRequest.insertedObjects
    _ = \SaveChangesRequest.lockedObjects
    _ = \SaveChangesRequest.updatedObjects
    _ = StagedMigrationManager.self
    _ = \StagedMigrationManager.container
    _ = \StagedMigrationManager.stages
    _ = ManagedObjectContext.init(coder:)
    _ = PersistentHistoryToken.init(coder:)
    _ = (any FetchRequestResult).self
    _ = (any FetchedResultsControllerDelegate).self
    _ = { (d: any FetchedResultsControllerDelegate, c: FetchedResultsController<any FetchRequestResult>, x: CollectionDifference<ManagedObjectID>) in d.controller(c, didChangeContentWith: x) }
    _ = { (d: any FetchedResultsControllerDelegate, c: FetchedResultsController<any FetchRequestResult>, o: Any, i: IndexPath) in d.controller(c, didChange: o, at: i, for: .move, newIndexPath: i) }
    _ = { (d: any FetchedResultsControllerDelegate, c: FetchedResultsController<any FetchRequestResult>, s: any FetchedResultsSectionInfo) in d.controller(c, didChange: s, atSectionIndex: 0, for: .insert) }
    _ = { (d: any FetchedResultsControllerDelegate, c: FetchedResultsController<any FetchRequestResult>) -> String? in d.controller(c, sectionIndexTitleForSectionName: "a") }
    _ = { (d: any FetchedResultsControllerDelegate, c: FetchedResultsController<any FetchRequestResult>) in d.controllerDidChangeContent(c) }
    _ = { (d: any FetchedResultsControllerDelegate, c: FetchedResultsController<any FetchRequestResult>) in d.controllerWillChangeContent(c) }
    _ = (any FetchedResultsSectionInfo).self
    _ = { (s: any FetchedResultsSectionInfo) in s.indexTitle }
    _ = { (s: any FetchedResultsSectionInfo) in s.name }
    _ = { (s: any FetchedResultsSectionInfo) in s.numberOfObjects }
    _ = { (s: any FetchedResultsSectionInfo) in s.objects }
}

private func uses16() {
    _ = \CocoaError.validationKey
    _ = \CocoaError.affectedStores
    _ = \CocoaError.affectedObjects
    _ = \CocoaError.validationValue
    _ = \CocoaError.validationObject
    _ = \CocoaError.validationPredicate
    _ = { (e: CocoaError) in e.persistentStoreSaveConflicts }
    _ = DeleteRule.init(rawValue:)
    _ = AttributeType.init(rawValue:)
    _ = { (o: ManagedObject) in o["name"] = 1 }
    _ = MergePolicyType.init(rawValue:)
    _ = PersistentStore.StoreType.self
    _ = PersistentStore.StoreType.sqlite
    _ = PersistentStore.StoreType.RawValue.self
    _ = PersistentStore.StoreType.inMemory
    _ = PersistentStore.StoreType.init(rawValue:)
    _ = \PersistentStore.StoreType.rawValue
    _ = SnapshotEventType.init(rawValue:)
    _ = { (c: PersistentContainer, b: @escaping @Sendable (ManagedObjectContext) -> Int) async in await c.performBackgroundTask(b) }
    _ = AttributeDescription.AttributeType.self
    _ = AttributeDescription.AttributeType.binaryData
    _ = AttributeDescription.AttributeType.transformable
    _ = AttributeDescription.AttributeType.uri
    _ = AttributeDescription.AttributeType.date
    _ = AttributeDescription.AttributeType.uuid
    _ = AttributeDescription.AttributeType.float
    _ = AttributeDescription.AttributeType.double
    _ = AttributeDescription.AttributeType.string
    _ = AttributeDescription.AttributeType.boolean
    _ = AttributeDescription.AttributeType.decimal
    _ = AttributeDescription.AttributeType.RawValue.self
    _ = AttributeDescription.AttributeType.objectID
    _ = AttributeDescription.AttributeType.init(rawValue:)
    _ = \AttributeDescription.AttributeType.rawValue
    _ = AttributeDescription.AttributeType.integer16
    _ = AttributeDescription.AttributeType.integer32
    _ = AttributeDescription.AttributeType.integer64
    _ = AttributeDescription.AttributeType.undefined
    _ = \AttributeDescription.type
    _ = CustomMigrationStage.init(migratingFrom:to:)
}

private func uses17() {
    _ = \CustomMigrationStage.didMigrateHandler
    _ = \CustomMigrationStage.willMigrateHandler
    _ = ManagedObjectContext.didMergeChangesObjectIDsNotification
    _ = ManagedObjectContext.didSaveObjectIDsNotification
    _ = { (c: ManagedObjectContext, b: () throws -> Int) in try c.performAndWait(b) }
    _ = ManagedObjectContext.ConcurrencyType.self
    _ = ManagedObjectContext.ConcurrencyType.privateQueue
    _ = ManagedObjectContext.ConcurrencyType.RawValue.self
    _ = ManagedObjectContext.ConcurrencyType.init(rawValue:)
    _ = \ManagedObjectContext.ConcurrencyType.rawValue
    _ = ManagedObjectContext.ConcurrencyType.mainQueue
    _ = ManagedObjectContext.NotificationKey.self
    _ = ManagedObjectContext.NotificationKey.invalidatedObjectIDs
    _ = ManagedObjectContext.NotificationKey.deletedObjectIDs
    _ = ManagedObjectContext.NotificationKey.updatedObjectIDs
    _ = ManagedObjectContext.NotificationKey.insertedObjectIDs
    _ = ManagedObjectContext.NotificationKey.refreshedObjectIDs
    _ = ManagedObjectContext.NotificationKey.deletedObjects
    _ = ManagedObjectContext.NotificationKey.updatedObjects
    _ = ManagedObjectContext.NotificationKey.insertedObjects
    _ = ManagedObjectContext.NotificationKey.queryGeneration
    _ = ManagedObjectContext.NotificationKey.refreshedObjects
    _ = ManagedObjectContext.NotificationKey.invalidatedObjects
    _ = ManagedObjectContext.NotificationKey.invalidatedAllObjects
    _ = ManagedObjectContext.NotificationKey.RawValue.self
    _ = ManagedObjectContext.NotificationKey.init(rawValue:)
    _ = \ManagedObjectContext.NotificationKey.rawValue
    _ = ManagedObjectContext.ScheduledTaskType.self
    _ = { (a: ManagedObjectContext.ScheduledTaskType, b: ManagedObjectContext.ScheduledTaskType) in a == b }
    _ = ManagedObjectContext.ScheduledTaskType.hash(into:)
    _ = ManagedObjectContext.ScheduledTaskType.enqueued
    _ = \ManagedObjectContext.ScheduledTaskType.hashValue
    _ = ManagedObjectContext.ScheduledTaskType.immediate
    _ = ManagedObjectContext.didSaveObjectsNotification
    _ = ManagedObjectContext.willSaveObjectsNotification
    _ = ManagedObjectContext.didChangeObjectsNotification
    _ = { (c: ManagedObjectContext, r: FetchRequest<ManagedObject>) in try c.count(for: r) }
    _ = { (c: ManagedObjectContext, r: FetchRequest<ManagedObject>) -> [ManagedObject] in try c.fetch(r) }
    _ = { (c: ManagedObjectContext, r: FetchRequest<any FetchRequestResult>) -> [Any] in try c.fetch(r) }
    _ = { (c: ManagedObjectContext, b: @escaping @Sendable () -> Int) async in await c.perform(schedule: .enqueued, b) }
}

private func uses18() {
    _ = ManagedObjectContext.init(_:)
    _ = \ExpressionDescription.resultType
    _ = FetchIndexElementType.init(rawValue:)
    _ = FetchRequestResultType.init(rawValue:)
    _ = StagedMigrationManager.init(_:)
    _ = FetchedResultsChangeType.init(rawValue:)
    _ = LightweightMigrationStage.init(_:)
    _ = PersistentStoreCoordinator.addPersistentStore(type:configuration:at:options:)
    _ = PersistentStoreCoordinator.destroyPersistentStore(at:type:options:)
    _ = PersistentStoreCoordinator.migratePersistentStore(_:to:options:type:)
    _ = PersistentStoreCoordinator.replacePersistentStore(at:destinationOptions:withPersistentStoreFrom:sourceOptions:type:)
    _ = PersistentStoreCoordinator.metadataForPersistentStore(type:at:options:)
    _ = { PersistentStoreCoordinator.registerStoreClass(IncrementalStore.self, type: .sqlite) }
    _ = PersistentStoreCoordinator.setMetadata(_:type:at:options:)
    _ = { (c: PersistentStoreCoordinator, b: () throws -> Int) in try c.performAndWait(b) }
    _ = PersistentStoreCoordinator.managedObjectID(for:)
    _ = { (c: PersistentStoreCoordinator, b: @escaping @Sendable () -> Int) async in await c.perform(b) }
    _ = PersistentStoreRequestType.init(rawValue:)
    _ = PersistentHistoryChangeType.init(rawValue:)
    _ = PersistentHistoryResultType.init(rawValue:)
    _ = BatchDeleteRequestResultType.init(rawValue:)
    _ = BatchInsertRequestResultType.init(rawValue:)
    _ = BatchUpdateRequestResultType.init(rawValue:)
    _ = ManagedObjectContextConcurrencyType.init(rawValue:)
    _ = { (c: ManagedObjectContext) in c.withLock { 1 } }
    _ = CocoaError.Code.managedObjectMerge
    _ = CocoaError.Code.managedObjectMergeError
    _ = CocoaError.Code.migrationCancelled
    _ = CocoaError.Code.migrationCancelledError
    _ = CocoaError.Code.persistentStoreOpen
    _ = CocoaError.Code.persistentStoreOpenError
    _ = CocoaError.Code.persistentStoreSave
    _ = CocoaError.Code.persistentStoreSaveError
    _ = CocoaError.Code.inferredMappingModel
    _ = CocoaError.Code.inferredMappingModelError
    _ = CocoaError.Code.entityMigrationPolicy
    _ = CocoaError.Code.entityMigrationPolicyError
    _ = CocoaError.Code.validationDateTooLate
    _ = CocoaError.Code.validationDateTooLateError
    _ = CocoaError.Code.validationDateTooSoon
}

private func uses19() {
    _ = CocoaError.Code.validationDateTooSoonError
    _ = CocoaError.Code.validationInvalidDate
    _ = CocoaError.Code.validationInvalidDateError
    _ = CocoaError.Code.persistentStoreTimeout
    _ = CocoaError.Code.persistentStoreTimeoutError
    _ = CocoaError.Code.managedObjectValidation
    _ = CocoaError.Code.managedObjectValidationError
    _ = CocoaError.Code.validationStringTooLong
    _ = CocoaError.Code.validationStringTooLongError
    _ = CocoaError.Code.persistentStoreOperation
    _ = CocoaError.Code.persistentStoreOperationError
    _ = CocoaError.Code.validationMultipleErrors
    _ = CocoaError.Code.validationMultipleErrorsError
    _ = CocoaError.Code.validationNumberTooLarge
    _ = CocoaError.Code.validationNumberTooLargeError
    _ = CocoaError.Code.validationNumberTooSmall
    _ = CocoaError.Code.validationNumberTooSmallError
    _ = CocoaError.Code.validationStringTooShort
    _ = CocoaError.Code.validationStringTooShortError
    _ = CocoaError.Code.persistentStoreInvalidType
    _ = CocoaError.Code.persistentStoreInvalidTypeError
    _ = CocoaError.Code.managedObjectContextLocking
    _ = CocoaError.Code.managedObjectContextLockingError
    _ = CocoaError.Code.migrationManagerSourceStore
    _ = CocoaError.Code.migrationManagerSourceStoreError
    _ = CocoaError.Code.migrationMissingSourceModel
    _ = CocoaError.Code.migrationMissingSourceModelError
    _ = CocoaError.Code.persistentStoreTypeMismatch
    _ = CocoaError.Code.persistentStoreTypeMismatchError
    _ = CocoaError.Code.managedObjectConstraintMerge
    _ = CocoaError.Code.managedObjectConstraintMergeError
    _ = CocoaError.Code.migrationMissingMappingModel
    _ = CocoaError.Code.migrationMissingMappingModelError
    _ = CocoaError.Code.persistentStoreSaveConflicts
    _ = CocoaError.Code.persistentStoreSaveConflictsError
    _ = CocoaError.Code.persistentStoreIncompleteSave
    _ = CocoaError.Code.persistentStoreIncompleteSaveError
    _ = CocoaError.Code.validationStringPatternMatching
    _ = CocoaError.Code.validationStringPatternMatchingError
    _ = CocoaError.Code.migrationManagerDestinationStore
}

private func uses20() {
    _ = CocoaError.Code.migrationManagerDestinationStoreError
    _ = CocoaError.Code.managedObjectExternalRelationship
    _ = CocoaError.Code.managedObjectExternalRelationshipError
    _ = CocoaError.Code.managedObjectReferentialIntegrity
    _ = CocoaError.Code.managedObjectReferentialIntegrityError
    _ = CocoaError.Code.persistentStoreCoordinatorLocking
    _ = CocoaError.Code.persistentStoreCoordinatorLockingError
    _ = CocoaError.Code.persistentStoreIncompatibleSchema
    _ = CocoaError.Code.persistentStoreIncompatibleSchemaError
    _ = CocoaError.Code.validationMissingMandatoryProperty
    _ = CocoaError.Code.validationMissingMandatoryPropertyError
    _ = CocoaError.Code.validationRelationshipDeniedDelete
    _ = CocoaError.Code.validationRelationshipDeniedDeleteError
    _ = CocoaError.Code.persistentStoreUnsupportedRequestType
    _ = CocoaError.Code.persistentStoreUnsupportedRequestTypeError
    _ = CocoaError.Code.persistentStoreIncompatibleVersionHash
    _ = CocoaError.Code.persistentStoreIncompatibleVersionHashError
    _ = CocoaError.Code.validationRelationshipLacksMinimumCount
    _ = CocoaError.Code.validationRelationshipLacksMinimumCountError
    _ = CocoaError.Code.validationRelationshipExceedsMaximumCount
    _ = CocoaError.Code.validationRelationshipExceedsMaximumCountError
    _ = CocoaError.Code.coreData
    _ = CocoaError.Code.coreDataError
    _ = CocoaError.Code.sqlite
    _ = CocoaError.Code.sqliteError
    _ = CocoaError.Code.migration
    _ = CocoaError.Code.migrationError
    _ = CocoaError.managedObjectMerge
    _ = CocoaError.managedObjectMergeError
    _ = CocoaError.migrationCancelled
    _ = CocoaError.migrationCancelledError
    _ = CocoaError.persistentStoreOpen
    _ = CocoaError.persistentStoreOpenError
    _ = CocoaError.persistentStoreSave
    _ = CocoaError.persistentStoreSaveError
    _ = CocoaError.inferredMappingModel
    _ = CocoaError.inferredMappingModelError
    _ = CocoaError.entityMigrationPolicy
    _ = CocoaError.entityMigrationPolicyError
    _ = CocoaError.validationDateTooLate
}

private func uses21() {
    _ = CocoaError.validationDateTooLateError
    _ = CocoaError.validationDateTooSoon
    _ = CocoaError.validationDateTooSoonError
    _ = CocoaError.validationInvalidDate
    _ = CocoaError.validationInvalidDateError
    _ = CocoaError.persistentStoreTimeout
    _ = CocoaError.persistentStoreTimeoutError
    _ = CocoaError.managedObjectValidation
    _ = CocoaError.managedObjectValidationError
    _ = CocoaError.validationStringTooLong
    _ = CocoaError.validationStringTooLongError
    _ = CocoaError.persistentStoreOperation
    _ = CocoaError.persistentStoreOperationError
    _ = CocoaError.validationMultipleErrors
    _ = CocoaError.validationMultipleErrorsError
    _ = CocoaError.validationNumberTooLarge
    _ = CocoaError.validationNumberTooLargeError
    _ = CocoaError.validationNumberTooSmall
    _ = CocoaError.validationNumberTooSmallError
    _ = CocoaError.validationStringTooShort
    _ = CocoaError.validationStringTooShortError
    _ = CocoaError.persistentStoreInvalidType
    _ = CocoaError.persistentStoreInvalidTypeError
    _ = CocoaError.managedObjectContextLocking
    _ = CocoaError.managedObjectContextLockingError
    _ = CocoaError.migrationManagerSourceStore
    _ = CocoaError.migrationManagerSourceStoreError
    _ = CocoaError.migrationMissingSourceModel
    _ = CocoaError.migrationMissingSourceModelError
    _ = CocoaError.persistentStoreTypeMismatch
    _ = CocoaError.persistentStoreTypeMismatchError
    _ = CocoaError.managedObjectConstraintMerge
    _ = CocoaError.managedObjectConstraintMergeError
    _ = CocoaError.migrationMissingMappingModel
    _ = CocoaError.migrationMissingMappingModelError
    _ = CocoaError.persistentStoreSaveConflicts
    _ = CocoaError.persistentStoreSaveConflictsError
    _ = CocoaError.persistentStoreIncompleteSave
    _ = CocoaError.persistentStoreIncompleteSaveError
    _ = CocoaError.validationStringPatternMatching
}

private func uses22() {
    _ = CocoaError.validationStringPatternMatchingError
    _ = CocoaError.migrationManagerDestinationStore
    _ = CocoaError.migrationManagerDestinationStoreError
    _ = CocoaError.managedObjectExternalRelationship
    _ = CocoaError.managedObjectExternalRelationshipError
    _ = CocoaError.managedObjectReferentialIntegrity
    _ = CocoaError.managedObjectReferentialIntegrityError
    _ = CocoaError.persistentStoreCoordinatorLocking
    _ = CocoaError.persistentStoreCoordinatorLockingError
    _ = CocoaError.persistentStoreIncompatibleSchema
    _ = CocoaError.persistentStoreIncompatibleSchemaError
    _ = CocoaError.validationMissingMandatoryProperty
    _ = CocoaError.validationMissingMandatoryPropertyError
    _ = CocoaError.validationRelationshipDeniedDelete
    _ = CocoaError.validationRelationshipDeniedDeleteError
    _ = CocoaError.persistentStoreUnsupportedRequestType
    _ = CocoaError.persistentStoreUnsupportedRequestTypeError
    _ = CocoaError.persistentStoreIncompatibleVersionHash
    _ = CocoaError.persistentStoreIncompatibleVersionHashError
    _ = CocoaError.validationRelationshipLacksMinimumCount
    _ = CocoaError.validationRelationshipLacksMinimumCountError
    _ = CocoaError.validationRelationshipExceedsMaximumCount
    _ = CocoaError.validationRelationshipExceedsMaximumCountError
    _ = CocoaError.coreData
    _ = CocoaError.coreDataError
    _ = CocoaError.sqlite
    _ = CocoaError.sqliteError
    _ = CocoaError.migration
    _ = CocoaError.migrationError
    _ = { (a: AttributeType, b: AttributeType) in a != b }
    _ = { (a: BatchDeleteRequestResultType, b: BatchDeleteRequestResultType) in a != b }
    _ = { (a: BatchInsertRequestResultType, b: BatchInsertRequestResultType) in a != b }
    _ = { (a: BatchUpdateRequestResultType, b: BatchUpdateRequestResultType) in a != b }
    _ = { (a: DeleteRule, b: DeleteRule) in a != b }
    _ = { (a: FetchIndexElementType, b: FetchIndexElementType) in a != b }
    _ = { (a: FetchRequestResultType, b: FetchRequestResultType) in a != b }
    _ = { (a: FetchedResultsChangeType, b: FetchedResultsChangeType) in a != b }
    _ = { (a: ManagedObjectContextConcurrencyType, b: ManagedObjectContextConcurrencyType) in a != b }
    _ = { (a: MergePolicyType, b: MergePolicyType) in a != b }
    _ = { (a: PersistentHistoryChangeType, b: PersistentHistoryChangeType) in a != b }
}

private func uses23() {
    _ = { (a: PersistentHistoryResultType, b: PersistentHistoryResultType) in a != b }
    _ = { (a: PersistentStoreRequestType, b: PersistentStoreRequestType) in a != b }
    _ = { (a: SnapshotEventType, b: SnapshotEventType) in a != b }
    _ = { (a: PersistentStore.StoreType, b: PersistentStore.StoreType) in a != b }
    _ = { (a: AttributeDescription.AttributeType, b: AttributeDescription.AttributeType) in a != b }
    _ = { (a: ManagedObjectContext.ConcurrencyType, b: ManagedObjectContext.ConcurrencyType) in a != b }
    _ = { (a: ManagedObjectContext.NotificationKey, b: ManagedObjectContext.NotificationKey) in a != b }
    _ = { (a: ManagedObjectContext.ScheduledTaskType, b: ManagedObjectContext.ScheduledTaskType) in a != b }
    _ = \AttributeType.hashValue
    _ = AttributeType.hash(into:)
    _ = \BatchDeleteRequestResultType.hashValue
    _ = BatchDeleteRequestResultType.hash(into:)
    _ = \BatchInsertRequestResultType.hashValue
    _ = BatchInsertRequestResultType.hash(into:)
    _ = \BatchUpdateRequestResultType.hashValue
    _ = BatchUpdateRequestResultType.hash(into:)
    _ = \DeleteRule.hashValue
    _ = DeleteRule.hash(into:)
    _ = \FetchIndexElementType.hashValue
    _ = FetchIndexElementType.hash(into:)
    _ = \FetchedResultsChangeType.hashValue
    _ = FetchedResultsChangeType.hash(into:)
    _ = \ManagedObjectContextConcurrencyType.hashValue
    _ = ManagedObjectContextConcurrencyType.hash(into:)
    _ = \MergePolicyType.hashValue
    _ = MergePolicyType.hash(into:)
    _ = \PersistentHistoryChangeType.hashValue
    _ = PersistentHistoryChangeType.hash(into:)
    _ = \PersistentHistoryResultType.hashValue
    _ = PersistentHistoryResultType.hash(into:)
    _ = \PersistentStoreRequestType.hashValue
    _ = PersistentStoreRequestType.hash(into:)
    _ = \PersistentStore.StoreType.hashValue
    _ = PersistentStore.StoreType.hash(into:)
    _ = \AttributeDescription.AttributeType.hashValue
    _ = AttributeDescription.AttributeType.hash(into:)
    _ = \ManagedObjectContext.ConcurrencyType.hashValue
    _ = ManagedObjectContext.ConcurrencyType.hash(into:)
    _ = \ManagedObjectContext.NotificationKey.hashValue
    _ = ManagedObjectContext.NotificationKey.hash(into:)
}

private func uses24() {
    _ = [] as FetchRequestResultType
    _ = FetchRequestResultType.isDisjoint(with:)
    _ = FetchRequestResultType.isSuperset(of:)
    _ = FetchRequestResultType.subtracting(_:)
    _ = FetchRequestResultType.isStrictSubset(of:)
    _ = FetchRequestResultType.isStrictSuperset(of:)
    _ = \FetchRequestResultType.isEmpty
    _ = FetchRequestResultType.isSubset(of:)
    _ = { (a: inout FetchRequestResultType, b: FetchRequestResultType) in a.subtract(b) }
    _ = { (a: [FetchRequestResultType]) in FetchRequestResultType(a) }
    _ = { (a: inout FetchRequestResultType, b: FetchRequestResultType) in a.insert(b) }
    _ = { (a: inout FetchRequestResultType, b: FetchRequestResultType) in a.remove(b) }
    _ = { (a: inout FetchRequestResultType, b: FetchRequestResultType) in a.update(with: b) }
    _ = FetchRequestResultType.contains(_:)
    _ = FetchRequestResultType.intersection(_:)
    _ = FetchRequestResultType.symmetricDifference(_:)
    _ = FetchRequestResultType.union(_:)
    _ = { (a: inout FetchRequestResultType, b: FetchRequestResultType) in a.formIntersection(b) }
    _ = { (a: inout FetchRequestResultType, b: FetchRequestResultType) in a.formSymmetricDifference(b) }
    _ = { (a: inout FetchRequestResultType, b: FetchRequestResultType) in a.formUnion(b) }
    _ = { FetchRequestResultType() }
    _ = [] as SnapshotEventType
    _ = SnapshotEventType.isDisjoint(with:)
    _ = SnapshotEventType.isSuperset(of:)
    _ = SnapshotEventType.subtracting(_:)
    _ = SnapshotEventType.isStrictSubset(of:)
    _ = SnapshotEventType.isStrictSuperset(of:)
    _ = \SnapshotEventType.isEmpty
    _ = SnapshotEventType.isSubset(of:)
    _ = { (a: inout SnapshotEventType, b: SnapshotEventType) in a.subtract(b) }
    _ = { (a: [SnapshotEventType]) in SnapshotEventType(a) }
    _ = { (a: inout SnapshotEventType, b: SnapshotEventType) in a.insert(b) }
    _ = { (a: inout SnapshotEventType, b: SnapshotEventType) in a.remove(b) }
    _ = { (a: inout SnapshotEventType, b: SnapshotEventType) in a.update(with: b) }
    _ = SnapshotEventType.contains(_:)
    _ = SnapshotEventType.intersection(_:)
    _ = SnapshotEventType.symmetricDifference(_:)
    _ = SnapshotEventType.union(_:)
    _ = { (a: inout SnapshotEventType, b: SnapshotEventType) in a.formIntersection(b) }
    _ = { (a: inout SnapshotEventType, b: SnapshotEventType) in a.formSymmetricDifference(b) }
}

private func uses25() {
    _ = { (a: inout SnapshotEventType, b: SnapshotEventType) in a.formUnion(b) }
    _ = { SnapshotEventType() }
}
