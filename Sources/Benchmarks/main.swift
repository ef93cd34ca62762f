import Foundation

do {
    let options = try Options(Array(CommandLine.arguments.dropFirst()))
    if let output = try ObjectWorkloads.childOutput(options) {
        print(output, terminator: "")
        exit(0)
    }
    if let path = options.filled {
        try ProgramWorkloads.fill(path, options.entries)
        exit(0)
    }
    if options.showsGrowth {
        var growth = Growth(from: options.objects)
        try growth.measure(options)
        print(Machine.line, growth.table.joined(separator: "\n"), separator: "\n")
        exit(0)
    }
    var rows: [ReportRow] = []
    if !options.writesJSON { print(Machine.line, Report.heading, separator: "\n") }
    func add(_ row: ReportRow) {
        rows.append(row)
        if !options.writesJSON { print(Report.line(row, isJudged: !options.isSmoke)) }
    }
    // A child's peak includes the memory of the parent process, so programs are measured first.
    try ProgramWorkloads.run(options, add)
    try SeaWorkloads.run(options, add)
    try ObjectWorkloads.run(options, add)
    try GraphWorkloads.run(options, add)
    LanguageWorkloads.run(options, add)
    if options.writesJSON { print(try Report(machine: Machine.line, rounds: options.rounds, rows: rows).json()) }
} catch let error as Options.UsageError {
    FileHandle.standardError.write(Data("benchmark: \(error.message)\n".utf8))
    exit(2)
}
