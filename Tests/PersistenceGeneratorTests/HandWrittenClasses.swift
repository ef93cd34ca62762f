import Foundation
import Persistence

/// A class whose properties alone are generated (codegen Category/Extension).
public class Chapter: ManagedObject {
    var number: Int { (book?.chapters?.index(of: self) ?? 0) + 1 }
}

/// A class that is written by hand (codegen Manual/None). Its name is that of a type of the engine.
public class Attribute: ManagedObject {
    public static let place = Persistence.Attribute<String?>("place")
    public var place: String? {
        get { self[Self.place] }
        set { self[Self.place] = newValue }
    }
}
