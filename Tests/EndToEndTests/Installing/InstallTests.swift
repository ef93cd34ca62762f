import Foundation
import Testing

/// Installing from a checkout without special permissions; the program is the one that the tests were built with.
struct InstallTests {
    static let files: [String] =
        (documents + [
            "bin/sj", "bin/surfjournal", "share/bash-completion/completions/sj",
            "share/bash-completion/completions/surfjournal", "share/fish/vendor_completions.d/sj.fish",
            "share/fish/vendor_completions.d/surfjournal.fish", "share/man/man1/sj.1",
            "share/man/man1/surfjournal.1", "share/surfjournal/tides.licence", "share/surfjournal/tides.tcd",
            "share/surfjournal/uninstall", "share/zsh/site-functions/_sj", "share/zsh/site-functions/_surfjournal",
        ]).sorted()

    /// The documentation.
    static let documents: [String] = {
        let names = ["CHANGELOG.md", "LICENSE", "README.md", "SECURITY-AND-DURABILITY.md"]
        return (names + listed(in: "docs", ".md") + listed(in: "docs/pictures", ".svg")).map {
            "share/doc/surfjournal/" + $0
        }
    }()

    /// The files of a folder of the repository whose names have this end.
    private static func listed(in folder: String, _ end: String) -> [String] {
        let path = Readme.root.appendingPathComponent(folder).path
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.filter { $0.hasSuffix(end) }.map { folder + "/" + $0 }
    }

    /// A sandbox with a copy of the checkout's scripts and documentation in a folder with a blank in its name.
    private func checkout() throws -> Sandbox {
        let sandbox = try Sandbox()
        sandbox.environment["ROOT"] = Readme.root.path
        let copied = try sandbox.shell(
            "mkdir 'my checkout' && cd 'my checkout' && cp -r \"$ROOT\"/scripts \"$ROOT\"/docs \"$ROOT\"/*.md \"$ROOT\"/LICENSE ."
        )
        guard copied.code == 0 else { throw SandboxError(errors: copied.errors) }
        return sandbox
    }

    /// A sandbox with the program installed in the folder `tools`.
    private func installed() throws -> Sandbox {
        let sandbox = try checkout()
        #expect(try sandbox.shell("'my checkout/scripts/install' --prefix tools --binary \"$SURF\"").code == 0)
        return sandbox
    }

    private func found(in folder: String, _ sandbox: Sandbox) throws -> [String] {
        try sandbox.shell("cd '\(folder)' && find . -type f -o -type l | cut -c3- | LC_ALL=C sort").lines
    }

    @Test func `the installed program works without the checkout, and uninstalling removes every file`() throws {
        let sandbox = try checkout()
        let installed = try sandbox.shell("'my checkout/scripts/install' --prefix 'my tools' --binary \"$SURF\"")
        #expect(installed.code == 0)
        #expect(installed.errors.contains("my tools/bin/surfjournal"))
        #expect(try found(in: "my tools", sandbox) == Self.files)
        #expect(try sandbox.shell("rm -r 'my checkout'").code == 0)
        #expect(try sandbox.shell("'my tools/bin/surfjournal' list -n 1").errors.contains("1 of 5,000 sessions"))
        #expect(try sandbox.shell("head -1 'my tools/share/man/man1/surfjournal.1'").output.hasPrefix(".TH"))
        let removed = try sandbox.shell("'my tools/share/surfjournal/uninstall'")
        #expect(removed.code == 0)
        #expect(removed.errors.contains("Your journal, drafts and settings were kept"))
        #expect(try sandbox.shell("ls -A 'my tools'").output == "")
        #expect(try sandbox.entryCount() == 5000)
    }

    @Test func `installing again replaces the program and keeps files of others`() throws {
        let sandbox = try checkout()
        try sandbox.write("mine", to: "home/.local/bin/other")
        sandbox.environment["HOME"] = sandbox.file("home")
        for _ in 1...2 {
            #expect(try sandbox.shell("'my checkout/scripts/install' --binary \"$SURF\"").code == 0)
        }
        #expect(try found(in: "home/.local", sandbox) == (Self.files + ["bin/other"]).sorted())
        #expect(try sandbox.shell("'my checkout/scripts/uninstall'").code == 0)
        #expect(try found(in: "home/.local", sandbox) == ["bin/other"])
        let again = try sandbox.shell("'my checkout/scripts/uninstall'")
        #expect(again.code == 1)
        #expect(again.errors.contains("is not installed"))
    }

    @Test func `sj is the same program, with a manual page and completions`() throws {
        let sandbox = try checkout()
        let installed = try sandbox.shell("'my checkout/scripts/install' --prefix tools --binary \"$SURF\"")
        #expect(installed.errors.contains("tools/bin/surfjournal (also as sj)"))
        #expect(try sandbox.shell("tools/bin/sj add Malibu, 4ft").errors.contains("Malibu"))
        #expect(try sandbox.shell("head -1 tools/share/man/man1/sj.1").output.hasPrefix(".TH"))
        let completions = "tools/share/bash-completion/completions"
        #expect(try sandbox.shell("cmp \(completions)/sj \(completions)/surfjournal").code == 0)
    }

    @Test(arguments: ["echo mine > tools/bin/sj", "ln -s /usr/bin/true tools/bin/sj", "ln -s nowhere tools/bin/sj"])
    func `another program's sj stays when installing and uninstalling`(making: String) throws {
        let sandbox = try checkout()
        let before = try sandbox.shell("mkdir -p tools/bin && \(making) && ls -l --time-style=+ tools/bin/sj").output
        let installed = try sandbox.shell("'my checkout/scripts/install' --prefix tools --binary \"$SURF\"")
        #expect(installed.code == 0)
        #expect(installed.errors.contains("tools/bin/sj is another program and was not replaced"))
        #expect(!installed.errors.contains("also as sj"))
        let files = Self.files.filter { !$0.contains("sj") } + ["bin/sj"]
        #expect(try found(in: "tools", sandbox) == files.sorted())
        #expect(try sandbox.shell("tools/share/surfjournal/uninstall").code == 0)
        #expect(try found(in: "tools", sandbox) == ["bin/sj"])
        #expect(try sandbox.shell("ls -l --time-style=+ tools/bin/sj").output == before)
    }

    /// A sandbox with a release of the tested program in the folder `out`.
    private func release() throws -> Sandbox {
        let sandbox = try checkout()
        sandbox.environment["XZ_OPT"] = "-0"
        sandbox.environment["DPKG_DEB_COMPRESSOR_TYPE"] = "none"
        #expect(try sandbox.shell("'my checkout/scripts/release' --output out --binary \"$SURF\"").code == 0)
        return sandbox
    }

    @Test func `a release has a tarball that unpacks into a prefix, a list of what is inside, and checksums`() throws {
        let sandbox = try release()
        let unpacked = try sandbox.shell(
            """
            cd out && sha256sum --check --quiet SHA256SUMS && mkdir ../there \
            && tar xJf *.tar.xz --strip-components=1 -C ../there
            """)
        #expect(unpacked.code == 0)
        #expect(try found(in: "there", sandbox) == (Self.files + ["share/doc/surfjournal/copyright"]).sorted())
        #expect(try sandbox.shell("there/bin/surfjournal list -n 1").code == 0)
        #expect(try sandbox.shell("there/share/surfjournal/uninstall && ls -A there").output == "")
        try expectContents(of: sandbox)
        if try sandbox.shell("ldd \"$SURF\"").code != 0 { try expectPackage(in: sandbox) }
    }

    /// Checks the SPDX document: what it describes, and that every element of a relation is in it.
    private func expectContents(of sandbox: Sandbox) throws {
        let document = try sandbox.shell("cat out/*.spdx.json").object()
        #expect(document["spdxVersion"] as? String == "SPDX-2.3")
        let packages = try #require(document["packages"] as? [[String: Any]])
        #expect(packages.first?["name"] as? String == "surfjournal")
        #expect(packages.allSatisfy { $0["licenseDeclared"] is String })
        #expect(packages.contains { $0["licenseDeclared"] as? String == "LicenseRef-tides" })
        let known = Set(packages.compactMap { $0["SPDXID"] as? String } + ["SPDXRef-DOCUMENT"])
        let relations = try #require(document["relationships"] as? [[String: Any]])
        #expect(relations.count == packages.count)
        #expect(relations.allSatisfy { known.contains($0["relatedSpdxElement"] as? String ?? "") })
    }

    /// Checks the Debian package, which a statically linked program has.
    private func expectPackage(in sandbox: Sandbox) throws {
        let version = try sandbox.run("--version").lines[0]
        #expect(
            try sandbox.shell("dpkg-deb --field out/*.deb Package Version").lines == [
                "Package: surfjournal", "Version: \(version)",
            ])
        let files = try sandbox.shell("dpkg-deb --contents out/*.deb | awk '$1 !~ /^d/ { print $6 }' | cut -c3-").lines
        let documents = Self.documents.filter { !$0.hasSuffix("/LICENSE") }.map { "usr/" + $0 }
        let package =
            documents + [
                "usr/bin/surfjournal", "usr/bin/sj", "usr/share/bash-completion/completions/surfjournal",
                "usr/share/bash-completion/completions/sj", "usr/share/doc/surfjournal/changelog.gz",
                "usr/share/doc/surfjournal/copyright",
                "usr/share/fish/vendor_completions.d/surfjournal.fish", "usr/share/fish/vendor_completions.d/sj.fish",
                "usr/share/man/man1/surfjournal.1.gz", "usr/share/man/man1/sj.1.gz", "usr/share/surfjournal/tides.tcd",
                "usr/share/zsh/vendor-completions/_surfjournal", "usr/share/zsh/vendor-completions/_sj",
            ]
        #expect(files.sorted() == package.sorted())
    }

    @Test(arguments: ["install", "release", "uninstall"])
    func `the scripts refuse an unknown option and change nothing`(script: String) throws {
        let sandbox = try checkout()
        #expect(try sandbox.shell("'my checkout/scripts/\(script)' --perfix x").code == 2)
        #expect(try sandbox.shell("ls home 2>/dev/null; ls -A \"$HOME\"").output == "")
    }

    @Test(arguments: ["install", "release", "pictures"])
    func `a missing program is not installed`(script: String) throws {
        let sandbox = try checkout()
        let before = try found(in: "my checkout", sandbox)
        let outcome = try sandbox.shell("'my checkout/scripts/\(script)' --binary nowhere/surfjournal")
        #expect(outcome.code == 1)
        #expect(outcome.errors == "nowhere/surfjournal is not a program. Build one first, or omit --binary.\n")
        #expect(try sandbox.shell("ls -A \"$HOME\"").output == "")
        #expect(try found(in: "my checkout", sandbox) == before)
    }

    @Test(.enabled(if: Shells.has("bash")))
    func `bash completes commands with the installed script`() throws {
        let sandbox = try installed()
        let setup = "PS1='> '\n. tools/share/bash-completion/completions/surfjournal\nPATH=$PWD/tools/bin:$PATH\n"
        try sandbox.write(setup, to: "rc")
        let terminal = try TerminalSession(
            ["--noprofile", "--rcfile", sandbox.file("rc"), "-i"], of: Shells.bash, in: sandbox,
            environment: ["TERM": "vt100"])
        terminal.ends(with: ">")
        terminal.type("surfjournal mig\t")
        terminal.ends(with: "> surfjournal migrate")
        terminal.type("\u{15}sj conf\t")
        terminal.ends(with: "> sj config")
    }

    @Test(.enabled(if: Shells.has("zsh")))
    func `zsh completes the short name with the installed script`() throws {
        let sandbox = try installed()
        let setup = """
            PS1='> '; unsetopt promptsp
            fpath+=("$PWD/tools/share/zsh/site-functions"); path=("$PWD/tools/bin" $path)
            autoload -Uz compinit; compinit -u -D

            """
        try sandbox.write(setup, to: ".zshrc")
        let terminal = try TerminalSession(
            ["-d", "-i"], of: Shells.zsh, in: sandbox, columns: 120,
            environment: ["TERM": "vt100", "ZDOTDIR": sandbox.path + "/here"])
        terminal.ends(with: ">")
        terminal.type("sj conf\t")
        terminal.ends(with: "> sj config")
    }

    @Test(.enabled(if: Shells.has("fish")))
    func `fish completes the short name with the installed script`() throws {
        let sandbox = try installed()
        let complete = "source tools/share/fish/vendor_completions.d/sj.fish; complete -C 'sj conf'"
        let outcome = try sandbox.shell("PATH=$PWD/tools/bin:$PATH fish --no-config -c \"$1\"", [complete])
        #expect(outcome.lines.contains { $0.hasPrefix("config") })
    }
}
