import Foundation
import Persistence
import PersistenceModelFile
import Testing

/// How each construct of a model file is read.
@Suite struct ModelFileTests {
    static let company = """
        <entity name="Party" representedClassName=".PartyObject" isAbstract="YES" elementID="OldParty" versionHashModifier="2">
            <attribute name="name" attributeType="String" minValueString="2" maxValueString="40" regularExpressionString="[A-Z].*"/>
            <userInfo><entry key="colour" value="blue"/><entry key="empty"/></userInfo>
        </entity>
        <entity name="Employee" parentEntity="Party" syncable="YES">
            <attribute name="salary" optional="YES" attributeType="Integer 32" minValueString="1" maxValueString="9" defaultValueString="3"/>
            <attribute name="note" optional="YES" transient="YES" attributeType="Undefined"/>
            <relationship name="department" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Department" inverseName="employees" inverseEntity="Department"/>
            <fetchIndex name="bySalary"><fetchIndexElement property="salary" type="Binary" order="descending"/></fetchIndex>
        </entity>
        <entity name="Department">
            <relationship name="employees" optional="YES" toMany="YES" minCount="1" maxCount="50" deletionRule="Cascade" ordered="YES" destinationEntity="Employee" inverseName="department" inverseEntity="Employee"/>
        </entity>
        <configuration name="People"><memberEntity name="Party"/><memberEntity name="Employee"/></configuration>
        <fetchRequest name="WellPaid" entity="Employee" predicateString="salary &gt; $LEAST" fetchLimit="7"/>
        <elements><element name="Party" positionX="0"/></elements>
        """

    @Test func `entities are read with name, parent, flags and user info`() throws {
        let model = try TemporaryModel.model(Self.company, attributes: #"userDefinedModelVersionIdentifier="3""#)
        let party = try #require(model.entitiesByName["Party"])
        let employee = try #require(model.entitiesByName["Employee"])
        #expect(model.entities.map(\.name) == ["Party", "Employee", "Department"])
        #expect(model.versionIdentifiers == ["3"])
        #expect(party.isAbstract && !employee.isAbstract)
        #expect(employee.superentity === party)
        #expect(party.managedObjectClassName == "PartyObject")
        #expect(party.renamingIdentifier == "OldParty")
        #expect(party.versionHashModifier == "2")
        #expect(party.userInfo as? [String: String] == ["colour": "blue", "empty": ""])
    }

    @Test func `an entity uses the class registered under its class name`() throws {
        final class Registered: ManagedObject {}
        ManagedObjectClassRegistry.register(Registered.self, as: "RegisteredForModelFiles")
        let model = try TemporaryModel.model(
            #"<entity name="E" representedClassName="RegisteredForModelFiles"/>"#)
        #expect(model.entitiesByName["E"]?.managedObjectClass == Registered.self)
    }

    @Test func `relationships are read with destination, inverse, delete rule, ordering and counts`() throws {
        let model = try TemporaryModel.model(Self.company)
        let employees = try #require(model.entitiesByName["Department"]?.relationshipsByName["employees"])
        let department = try #require(model.entitiesByName["Employee"]?.relationshipsByName["department"])
        #expect(employees.isToMany && employees.isOrdered && employees.isOptional)
        #expect(employees.minCount == 1 && employees.maxCount == 50)
        #expect(employees.deleteRule == .cascadeDeleteRule)
        #expect(employees.destinationEntity === model.entitiesByName["Employee"])
        #expect(employees.inverseRelationship === department)
        #expect(department.inverseRelationship === employees)
        #expect(!department.isToMany && department.deleteRule == .nullifyDeleteRule)
    }

    @Test(arguments: [
        ("No Action", DeleteRule.noActionDeleteRule), ("Nullify", .nullifyDeleteRule), ("Cascade", .cascadeDeleteRule),
        ("Deny", .denyDeleteRule),
    ])
    func `every delete rule is read`(text: String, rule: DeleteRule) throws {
        let model = try TemporaryModel.model(
            #"<entity name="E"><relationship name="r" destinationEntity="E" deletionRule="\#(text)"/></entity>"#)
        #expect(model.entitiesByName["E"]?.relationshipsByName["r"]?.deleteRule == rule)
    }

    @Test(arguments: [
        ("Integer 16", AttributeType.integer16), ("Integer 32", .integer32), ("Integer 64", .integer64),
        ("Decimal", .decimal), ("Double", .double), ("Float", .float), ("String", .string), ("Boolean", .boolean),
        ("Date", .date), ("Binary", .binaryData), ("UUID", .uuid), ("URI", .uri), ("Transformable", .transformable),
    ])
    func `every attribute type is read`(text: String, type: AttributeType) throws {
        let model = try TemporaryModel.model(
            #"<entity name="E"><attribute name="a" attributeType="\#(text)"/></entity>"#)
        let attribute = try #require(model.entitiesByName["E"]?.attributesByName["a"])
        #expect(attribute.type == type)
        #expect(!attribute.isOptional && !attribute.isTransient)
    }

    @Test func `default values are read in their attribute's type`() throws {
        let model = try TemporaryModel.model(
            """
            <entity name="E">
            <attribute name="small" attributeType="Integer 16" defaultValueString="-5"/>
            <attribute name="price" attributeType="Decimal" defaultValueString="10.11"/>
            <attribute name="ratio" attributeType="Double" defaultValueString="0.5"/>
            <attribute name="text" attributeType="String" defaultValueString="a &amp; b"/>
            <attribute name="flag" attributeType="Boolean" defaultValueString="YES"/>
            <attribute name="day" attributeType="Date" defaultDateTimeInterval="363215648.5"/>
            <attribute name="key" attributeType="UUID" defaultValueString="E621E1F8-C36C-495A-93FC-0C247A3E6E5F"/>
            <attribute name="place" attributeType="URI" defaultValueString="https://example.org/a"/>
            </entity>
            """)
        let attributes = try #require(model.entitiesByName["E"]?.attributesByName)
        #expect(attributes["small"]?.defaultValue as? Int16 == -5)
        #expect(attributes["price"]?.defaultValue as? Decimal == Decimal(string: "10.11"))
        #expect(attributes["ratio"]?.defaultValue as? Double == 0.5)
        #expect(attributes["text"]?.defaultValue as? String == "a & b")
        #expect(attributes["flag"]?.defaultValue as? Bool == true)
        #expect(attributes["day"]?.defaultValue as? Date == Date(timeIntervalSinceReferenceDate: 363_215_648.5))
        #expect(attributes["key"]?.defaultValue as? UUID == UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"))
        #expect(attributes["place"]?.defaultValue as? URL == URL(string: "https://example.org/a"))
    }

    /// `0.0` and `NO` for an integer are known to be 0 for Apple's compiler; the other texts are read as `NSString` reads
    /// numbers, which is from memory.
    @Test func `a default that an earlier type left is read as a number or ignored, with a note`() throws {
        let defaults: [(String, String, (any Sendable & Equatable)?)] = [
            ("Integer 32", "0.0", Int32(0)), ("Integer 16", "NO", Int16(0)), ("Integer 64", "2.5", Int64(2)),
            ("Integer 16", "40000", Int16(0)), ("Boolean", "0.0", false), ("Double", "NO", 0.0),
            ("UUID", "0", nil), ("Binary", "x", nil),
        ]
        for (type, text, value) in defaults {
            let file = try TemporaryModel.file(
                #"<entity name="E"><attribute name="a" attributeType="\#(type)" defaultValueString="\#(text)"/></entity>"#
            )
            let attribute = try ManagedObjectModel(file).entitiesByName["E"]?.attributesByName["a"]
            #expect(attribute?.defaultValue.map { "\($0)" } == value.map { "\($0)" }, "\(type) \(text)")
            #expect(file.notes.count == 1, "\(type) \(text)")
        }
    }

    /// Its name in a file is from memory.
    @Test func `a composite attribute is read as one value, a dictionary, with a note`() throws {
        let file = try TemporaryModel.file(
            """
            <composite name="Place"><attribute name="x" attributeType="Double"/></composite>
            <entity name="E">
            <attribute name="place" optional="YES" attributeType="Composite" compositeName="Place"/>
            <attribute name="name" optional="YES" attributeType="String"/>
            </entity>
            """)
        let attributes = try #require(try ManagedObjectModel(file).entitiesByName["E"]?.attributesByName)
        #expect(attributes["place"]?.type == .transformable)
        #expect(attributes["name"]?.type == .string)
        #expect(file.notes.map(\.message) == ["“place” is stored as one value, a dictionary."])
    }

    @Test func `an attribute without a type is undefined, with a note`() throws {
        let file = try TemporaryModel.file(
            """
            <entity name="E">
            <attribute name="a" optional="YES" transient="YES"/>
            <attribute name="b" optional="YES"/>
            <attribute name="c" optional="YES" attributeType="Undefined"/>
            <attribute name="d" optional="YES" transient="YES" attributeType="Undefined"/>
            </entity>
            """)
        let attributes = try ManagedObjectModel(file).entitiesByName["E"]?.attributesByName.values
        #expect(attributes?.map(\.type) == [.undefined, .undefined, .undefined, .undefined])
        #expect(file.notes.count == 3)
    }

    @Test func `configurations, indexes and fetch requests are read`() throws {
        let model = try TemporaryModel.model(Self.company)
        #expect(model.configurations == ["People"])
        #expect(model.entities(forConfigurationName: "People")?.map(\.name) == ["Party", "Employee"])
        let index = try #require(model.entitiesByName["Employee"]?.indexes.first)
        #expect(index.name == "bySalary")
        #expect(index.elements == [.init(propertyName: "salary", isAscending: false)])
        let request = try #require(
            model.fetchRequestFromTemplate(withName: "WellPaid", substitutionVariables: ["LEAST": 5]))
        #expect(request.entityName == "Employee")
        #expect(request.fetchLimit == 7)
        #expect(request.predicate?.predicateFormat == "salary > 5")
        #expect(model.fetchRequestTemplate(forName: "Unknown") == nil)
    }

    @Test func `an index and a uniqueness constraint may name an inherited property`() throws {
        let model = try TemporaryModel.model(
            """
            <entity name="Party"><attribute name="name" optional="YES" attributeType="String"/></entity>
            <entity name="Employee" parentEntity="Party">
                <fetchIndex name="byName"><fetchIndexElement property="name" type="Binary" order="ascending"/></fetchIndex>
                <uniquenessConstraints><uniquenessConstraint><constraint value="name"/></uniquenessConstraint></uniquenessConstraints>
            </entity>
            """)
        let employee = try #require(model.entitiesByName["Employee"])
        #expect(employee.indexes.map(\.elements) == [[.init(propertyName: "name", isAscending: true)]])
        #expect(employee.uniquenessConstraints as? [[String]] == [["name"]])
    }

    @Test func `ignored constructs are noted with their line`() throws {
        let folder = try TemporaryModel()
        let url = try folder.write(
            TemporaryModel.contents(
                """
                <entity name="E">
                <attribute name="a" optional="YES" attributeType="String" derived="YES" derivationExpression="FUNCTION(self, 'x')"/>
                <fetchedProperty name="f"/>
                </entity>
                <fetchRequest name="odd" entity="E" predicateString="FUNCTION(self, 'x')"/>
                """), to: "contents")
        let file = try ModelFile(contentsOf: url)
        #expect(file.notes.map(\.line) == [4, 5, 7])
        let model = try ManagedObjectModel(file)
        #expect(model.fetchRequestTemplatesByName.isEmpty)
        #expect(model.entitiesByName["E"]?.attributesByName["a"]?.type == .string)
    }

    @Test func `a model can have no entities`() throws {
        #expect(try TemporaryModel.model("").entities.isEmpty)
    }
}
