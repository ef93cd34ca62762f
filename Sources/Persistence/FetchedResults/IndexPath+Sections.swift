import Foundation

/// The two parts of an index path in a list with sections, which UIKit and AppKit add on Apple's platforms.
extension IndexPath {
    /// The path to an item of a section.
    public init(item: Int, section: Int) {
        self = [section, item]
    }

    /// The path to a row of a section; the same as an item.
    public init(row: Int, section: Int) {
        self = [section, row]
    }

    /// The index of the section.
    /// - Precondition: the path has two parts.
    public var section: Int {
        get { self[0] }
        set { self[0] = newValue }
    }

    /// The index in the section.
    /// - Precondition: the path has two parts.
    public var item: Int {
        get { self[1] }
        set { self[1] = newValue }
    }

    /// The index in the section; the same as `item`.
    /// - Precondition: the path has two parts.
    public var row: Int {
        get { item }
        set { item = newValue }
    }
}
