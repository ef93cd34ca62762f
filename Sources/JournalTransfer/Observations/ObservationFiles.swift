import Journal

/// The files that a person names for filling: lists of stations, which are read first, and observations.
package struct ObservationFiles: Sendable {
    /// An error in one of the files.
    package struct Failure: Error {
        package let path: String
        package let error: ObservationError
    }

    /// The files of observations, in the order in which they were named.
    package let observations: [String]
    /// The positions of buoys in the other files.
    package private(set) var stations = StationTable()

    /// Looks at the beginning of each file. Standard input and pipes are observations.
    package init(_ paths: [String]) throws(Failure) {
        var observations: [String] = []
        for path in paths {
            if let bytes = try ObservationFiles.list(path) { stations.add(bytes) } else { observations.append(path) }
        }
        self.observations = observations
    }

    /// Reads all observations, file by file, in bounded memory.
    package func read(into search: inout FillSearch, _ cancel: CancelToken) throws(Failure) {
        for path in observations {
            do throws(ObservationError) {
                let file = try ObservationFiles.open(path)
                try search.read(path) { () throws(ImportError) in try file.read(cancel) }
            } catch {
                throw Failure(path: path, error: error)
            }
        }
    }

    /// The bytes of a list of stations; nil if the file is another one.
    private static func list(_ path: String) throws(Failure) -> [UInt8]? {
        do throws(ObservationError) {
            let file = try open(path)
            if file.size == nil { return nil }
            return try list(file)
        } catch {
            throw Failure(path: path, error: error)
        }
    }

    private static func list(_ file: ImportFile) throws(ObservationError) -> [UInt8]? {
        let bytes: [UInt8]?
        do throws(ImportError) {
            let first = try file.read(CancelToken())
            if !StationTable.recognizes(first) { return nil }
            bytes = try file.readAll(after: first, atMost: StationTable.largest)
        } catch {
            throw .file(error)
        }
        guard let bytes else { throw .tooLarge }
        return bytes
    }

    private static func open(_ path: String) throws(ObservationError) -> ImportFile {
        do throws(ImportError) { return try ImportFile.open(path) } catch { throw .file(error) }
    }
}
