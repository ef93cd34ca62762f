import Persistence

public class Boat: ManagedObject {
    @NSManaged public var name: String?
}
