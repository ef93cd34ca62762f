// As `import CoreData` does, `import Persistence` brings Foundation.
@_exported import Foundation
