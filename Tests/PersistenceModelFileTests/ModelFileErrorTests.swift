import Foundation
import PersistenceModelFile
import Testing

/// Each mistake in a model file and the line on which it is reported.
@Suite struct ModelFileErrorTests {
    private func expect(_ bytes: Data, _ reason: ModelFileError.Reason, line: Int?) throws {
        let error = try #require(try TemporaryModel.failure(of: bytes))
        #expect(error.reason == reason)
        #expect(error.line == line)
        #expect(error.path.hasSuffix("/contents"))
    }

    @Test(
        arguments: [
            (#"<entity/>"#, .missingAttribute("name", element: "entity"), 3),
            (#"<entity name="2nd"/>"#, .invalidValue(of: "name", element: "entity"), 3),
            (#"<entity name="a/b"/>"#, .invalidValue(of: "name", element: "entity"), 3),
            ("<entity name='E'/>\n<entity name='E'/>", .duplicate("E"), 4),
            (#"<entity name="E" isAbstract="maybe"/>"#, .invalidValue(of: "isAbstract", element: "entity"), 3),
            (#"<entity name="E" parentEntity="F"/>"#, .unknownEntity("F"), 3),
            (#"<entity name="E" parentEntity="E"/>"#, .inheritanceCycle("E"), 3),
            (
                #"<entity name="E"><userInfo><entry/></userInfo></entity>"#, .missingAttribute("key", element: "entry"),
                3
            ),
            (#"<configuration/>"#, .missingAttribute("name", element: "configuration"), 3),
            ("<configuration name='C'/>\n<configuration name='C'/>", .duplicate("C"), 4),
            (#"<configuration name="C"><memberEntity name="F"/></configuration>"#, .unknownEntity("F"), 3),
            (#"<fetchRequest name="R" entity="F"/>"#, .unknownEntity("F"), 3),
            (
                #"<entity name="E"/><fetchRequest name="R" entity="E" fetchLimit="-1"/>"#,
                .invalidValue(of: "fetchLimit", element: "fetchRequest"), 3
            ),
        ] as [(String, ModelFileError.Reason, Int)])
    func `an invalid entity is reported with its line`(lines: String, reason: ModelFileError.Reason, line: Int) throws {
        try expect(TemporaryModel.contents(lines), reason, line: line)
    }

    @Test(
        arguments: [
            (#"name="a" attributeType="Number""#, .invalidValue(of: "attributeType", element: "attribute")),
            (#"name="a" attributeType="String" optional="x""#, .invalidValue(of: "optional", element: "attribute")),
            (
                #"name="a" attributeType="Date" defaultDateTimeInterval="nan""#,
                .invalidValue(of: "defaultDateTimeInterval", element: "attribute")
            ),
            (
                #"name="a" attributeType="String" minValueString="two""#,
                .invalidValue(of: "minValueString", element: "attribute")
            ),
            (#"name="a" attributeType="String" regularExpressionString="(""#, .invalidRule("regularExpressionString")),
            (#"name="b" attributeType="String""#, .duplicate("b")),
        ] as [(String, ModelFileError.Reason)])
    func `an invalid attribute is reported with its line`(text: String, reason: ModelFileError.Reason) throws {
        let lines = """
            <entity name="E">
                <attribute name="b" attributeType="String"/>
                <attribute \(text)/>
            </entity>
            """
        try expect(TemporaryModel.contents(lines), reason, line: 5)
    }

    @Test(
        arguments: [
            (#"name="r""#, .missingAttribute("destinationEntity", element: "relationship")),
            (#"name="r" destinationEntity="F""#, .unknownEntity("F")),
            (
                #"name="r" destinationEntity="E" deletionRule="Maybe""#,
                .invalidValue(of: "deletionRule", element: "relationship")
            ),
            (
                #"name="r" destinationEntity="E" toMany="YES" maxCount="-2""#,
                .invalidValue(of: "maxCount", element: "relationship")
            ),
            (#"name="r" destinationEntity="E" inverseName="gone" inverseEntity="E""#, .invalidInverse("gone")),
            (#"name="r" destinationEntity="E" inverseName="other" inverseEntity="E""#, .invalidInverse("other")),
            (#"name="r" destinationEntity="E" inverseName="r" inverseEntity="F""#, .unknownEntity("F")),
            (#"name="other" destinationEntity="E""#, .duplicate("other")),
        ] as [(String, ModelFileError.Reason)])
    func `an invalid relationship is reported with its line`(text: String, reason: ModelFileError.Reason) throws {
        let lines = """
            <entity name="E">
                <relationship name="other" destinationEntity="E" optional="YES"/>
                <relationship \(text)/>
            </entity>
            """
        try expect(TemporaryModel.contents(lines), reason, line: 5)
    }

    @Test func `redeclaring an inherited property is a duplicate`() throws {
        let lines = """
            <entity name="P"><attribute name="a" attributeType="String"/></entity>
            <entity name="E" parentEntity="P">
            <attribute name="a" attributeType="String"/>
            </entity>
            """
        try expect(TemporaryModel.contents(lines), .duplicate("a"), line: 5)
    }

    @Test func `an index on an unknown property is an error`() throws {
        let lines = """
            <entity name="E">
            <fetchIndex name="i"><fetchIndexElement property="gone"/></fetchIndex>
            </entity>
            """
        try expect(TemporaryModel.contents(lines), .unknownProperty("gone"), line: 4)
    }

    @Test(arguments: [
        "", "no xml", "<model>", "<model></other>", "<model/><model/>", "<model a=1/>", "<model>&gone;</model>",
    ])
    func `malformed XML is reported as malformed`(text: String) throws {
        #expect(try TemporaryModel.failure(of: Data(text.utf8))?.reason == .malformed)
    }

    @Test func `the root element must be a model`() throws {
        try expect(Data("<plist/>".utf8), .notAModel("plist"), line: 1)
    }

    @Test func `document types and entities are rejected`() throws {
        let bomb = """
            <?xml version="1.0"?>
            <!DOCTYPE model [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>
            <model>&b;</model>
            """
        try expect(Data(bomb.utf8), .documentType, line: 2)
    }

    @Test func `an external entity is never loaded`() throws {
        let text = #"<!DOCTYPE model SYSTEM "file:///nowhere"><model/>"#
        try expect(Data(text.utf8), .documentType, line: 1)
    }

    @Test func `encodings other than UTF-8 are rejected`() throws {
        try expect(Data([0xFF, 0xFE, 0x3C, 0x00]), .encoding, line: nil)
        try expect(Data(#"<?xml version="1.0" encoding="UTF-7"?><model/>"#.utf8), .encoding, line: 1)
    }

    @Test func `elements can be nested at most 32 deep`() throws {
        let deep = String(repeating: "<a>\n", count: 40) + String(repeating: "</a>", count: 40)
        try expect(Data(deep.utf8), .tooDeep(limit: 32), line: 33)
    }

    @Test func `a model file can be at most 16 MiB`() throws {
        try expect(Data(count: (16 << 20) + 1), .tooLarge(limit: 16 << 20), line: nil)
    }

    @Test(
        arguments: [
            ("<entity/>", "“entity” lacks “name”."),
            ("<entity name='a b'/>", "“a b”: The value “a b” of “name” of “entity” is not allowed."),
            (
                "<entity name='E' isAbstract='maybe'/>",
                "“E”: The value “maybe” of “isAbstract” of “entity” is not allowed."
            ),
            ("<entity name='E' parentEntity='Gone'/>", "“E”: There is no entity named “Gone”."),
            ("<entity name='E' parentEntity='E'/>", "“E”: “E” is its own ancestor."),
            (
                "<entity name='E'><attribute name='a' attributeType='Number'/></entity>",
                "“a” of “E”: The value “Number” of “attributeType” of “attribute” is not allowed."
            ),
            (
                "<entity name='E'><attribute name='a' attributeType='Integer 16' minValueString='x'/></entity>",
                "“a” of “E”: The value “x” of “minValueString” of “attribute” is not allowed."
            ),
            (
                "<entity name='E'><attribute name='a' attributeType='String' regularExpressionString='('/></entity>",
                "“a” of “E”: The rule “regularExpressionString” with the value “(” does not fit the attribute."
            ),
            (
                "<entity name='E'><relationship name='r' destinationEntity='E' deletionRule='Maybe'/></entity>",
                "“r” of “E”: The value “Maybe” of “deletionRule” of “relationship” is not allowed."
            ),
            (
                "<entity name='E'><relationship name='r' destinationEntity='Gone'/></entity>",
                "“r” of “E”: There is no entity named “Gone”."
            ),
            (
                "<entity name='E'><relationship name='r' destinationEntity='E' inverseName='gone'/></entity>",
                "“r” of “E”: The inverse “gone” does not exist, or does not lead back to the relationship."
            ),
            (
                "<entity name='E'><attribute name='a'/><relationship name='a' destinationEntity='E'/></entity>",
                "“a” of “E”: The name “a” is used twice."
            ),
            (
                "<entity name='E'><fetchIndex name='i'><fetchIndexElement property='gone'/></fetchIndex></entity>",
                "“E”: The entity has no property named “gone”."
            ),
        ])
    func `an error names the path, the line, the element, the value and the mistake`(
        line: String, sentence: String
    ) throws {
        let error = try #require(try TemporaryModel.failure(of: TemporaryModel.contents(line)))
        #expect(error.description == "\(error.path):3: \(sentence)")
        #expect(error.localizedDescription == error.description)
    }

    @Test func `an error quotes the beginning of a long value`() throws {
        let long = "<entity name='E' isAbstract='\(String(repeating: "x", count: 5000))'/>"
        let error = try #require(try TemporaryModel.failure(of: TemporaryModel.contents(long)))
        #expect(error.value?.count == 5000)
        #expect(error.description.count < error.path.count + 200)
    }
}
