/// How many sessions are needed for a statement.
package enum Evidence {
    package static let least = 5
}
