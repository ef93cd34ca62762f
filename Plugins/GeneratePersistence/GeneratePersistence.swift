import Foundation
import PackagePlugin

/// Generates Swift source for each model of Xcode's model editor in a target's folder.
@main struct GeneratePersistence: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
        guard let module = target.sourceModule else { return [] }
        let tool = try context.tool(named: "persistence-generate").url
        let sources = module.sourceFiles(withSuffix: ".swift").map(\.url)
        return models(in: module.directoryURL).map { model in
            let name = model.deletingPathExtension().lastPathComponent
            let output = context.pluginWorkDirectoryURL
            return .buildCommand(
                displayName: "Generating Swift source for \(model.lastPathComponent)", executable: tool,
                arguments: [model.path, "--output", output.path, "--single-file"]
                    + sources.flatMap { ["--source", $0.path] },
                inputFiles: [model] + files(in: model) + sources,
                outputFiles: [output.appendingPathComponent("\(name)+CoreDataModel.swift")])
        }
    }

    /// The models below a folder. A version inside of a versioned model is not one of its own.
    private func models(in folder: URL) -> [URL] {
        children(of: folder).flatMap { child in
            switch child.pathExtension {
            case "xcdatamodeld", "xcdatamodel": [child]
            default: child.hasDirectoryPath ? models(in: child) : []
            }
        }
    }

    private func files(in folder: URL) -> [URL] {
        children(of: folder).flatMap { $0.hasDirectoryPath ? files(in: $0) : [$0] }
    }

    private func children(of folder: URL) -> [URL] {
        let children = try? FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: [.isDirectoryKey])
        return (children ?? []).sorted { $0.path < $1.path }
    }
}
