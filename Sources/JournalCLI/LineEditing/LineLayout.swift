/// Where the characters of a prompt and a line stand on a terminal, as the line editor draws them.
struct LineLayout: Equatable {
    /// A row and a column, from 0 at the prompt's start.
    struct Position: Equatable {
        var row = 0
        var column = 0
    }

    private var position = Position()
    private let columns: Int

    /// A layout on a terminal with that many columns, at least 1.
    init(columns: Int) { self.columns = max(1, columns) }

    /// Where what follows stands.
    var end: Position {
        position.column < columns ? position : Position(row: position.row + 1, column: 0)
    }

    /// Adds a character of so many columns; one that does not fit a row begins the next.
    mutating func add(width: Int) {
        if position.column + width > columns { position = Position(row: position.row + 1, column: 0) }
        position.column += width
    }
}
