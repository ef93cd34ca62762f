print(SeedSession.fieldNames.joined(separator: "\t"))
for session in SeedSessions.all() {
    print(session.fields.joined(separator: "\t"))
}
