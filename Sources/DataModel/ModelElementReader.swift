import Foundation

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// Parses XML into elements. It reads nothing outside the file: document types and entities are rejected before the
/// parser sees them.
final class ModelElementReader: NSObject, XMLParserDelegate {
    /// The maximum depth of elements. Models are six deep.
    static let depthLimit = 32

    private var open: [ModelElement] = []
    private var root: ModelElement?
    private var fault: ModelFault?

    static func read(_ contents: Data) throws(ModelFault) -> ModelElement {
        try refuseUnsafe(contents)
        let reader = ModelElementReader()
        let parser = XMLParser(data: contents)
        parser.delegate = reader
        parser.shouldResolveExternalEntities = false
        let succeeded = parser.parse()
        if let fault = reader.fault { throw fault }
        // The parser reports success even if it found something after the outermost element.
        guard succeeded, parser.parserError == nil, let root = reader.root else {
            throw ModelFault(reason: .malformed, line: max(1, parser.lineNumber))
        }
        return root
    }

    /// Rejects files that are not UTF-8, and declarations that would make the parser read other files or repeat text.
    private static func refuseUnsafe(_ contents: Data) throws(ModelFault) {
        guard String(validating: contents, as: UTF8.self) != nil, !contents.contains(0) else {
            throw ModelFault(reason: .encoding, line: nil)
        }
        if let encoding = declaredEncoding(contents), encoding.uppercased() != "UTF-8" {
            throw ModelFault(reason: .encoding, line: 1)
        }
        for declaration in ["<!DOCTYPE", "<!ENTITY"] {
            guard let range = contents.range(of: Data(declaration.utf8)) else { continue }
            throw ModelFault(reason: .documentType, line: line(of: range.lowerBound, in: contents))
        }
    }

    /// The encoding in the declaration on the first line.
    private static func declaredEncoding(_ contents: Data) -> String? {
        let start = String(decoding: contents.prefix(256), as: UTF8.self)
        guard let end = start.range(of: "?>"), start.contains("<?xml") else { return nil }
        let declaration = start[..<end.lowerBound]
        guard let match = declaration.firstMatch(of: /encoding\s*=\s*["']([^"']*)["']/) else { return nil }
        return String(match.output.1)
    }

    private static func line(of index: Data.Index, in contents: Data) -> Int {
        contents[..<index].count { $0 == UInt8(ascii: "\n") } + 1
    }

    func parser(
        _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?, qualifiedName qName: String?,
        attributes attributeDict: [String: String] = [:]
    ) {
        guard fault == nil else { return }
        let line = max(1, parser.lineNumber)
        guard open.count < ModelElementReader.depthLimit else {
            fault = ModelFault(reason: .tooDeep(limit: ModelElementReader.depthLimit), line: line)
            return
        }
        open.append(ModelElement(name: elementName, attributes: attributeDict, line: line))
    }

    func parser(
        _ parser: XMLParser, didEndElement elementName: String, namespaceURI: String?, qualifiedName qName: String?
    ) {
        guard fault == nil, let element = open.popLast() else { return }
        if open.isEmpty {
            root = element
        } else {
            open[open.count - 1].children.append(element)
        }
    }
}
