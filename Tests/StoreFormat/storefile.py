"""Reads the facts of a store file: tables, columns, indexes, header. It works on a copy and never on the file."""

import os
import shutil
import sqlite3
import tempfile


class StoreFile:
    """A copy of a store with its -wal, opened for reading. Use it in a `with` statement."""

    def __init__(self, path):
        self.path = os.path.abspath(path)

    def __enter__(self):
        self.folder = tempfile.mkdtemp(prefix="storeformat")
        copy = os.path.join(self.folder, "copy.sqlite")
        try:
            with open(self.path, "rb") as file:
                self.header = file.read(100)
            shutil.copyfile(self.path, copy)
            if os.path.exists(self.path + "-wal"):
                shutil.copyfile(self.path + "-wal", copy + "-wal")
            self.connection = sqlite3.connect(copy)
            self.connection.execute("PRAGMA synchronous = OFF")
            self.connection.text_factory = lambda raw: raw.decode("utf-8", "surrogateescape")
            self._read()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        if hasattr(self, "connection"):
            self.connection.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def rows(self, sql, *values):
        """The rows of a query."""
        return self.connection.execute(sql, values).fetchall()

    def records(self, table):
        """All rows of a table as dictionaries."""
        cursor = self.connection.execute(f'SELECT * FROM "{table}"')
        names = [each[0] for each in cursor.description]
        return [dict(zip(names, row)) for row in cursor]

    def external(self, name):
        """The content of a file of external binary data, or None."""
        stem = os.path.splitext(os.path.basename(self.path))[0]
        where = os.path.join(os.path.dirname(self.path), f".{stem}_SUPPORT", "_EXTERNAL_DATA", name)
        try:
            with open(where, "rb") as file:
                return file.read()
        except OSError:
            return None

    def _read(self):
        """Tables: name -> columns (name, type, not null, default, place in key). Indexes: name -> facts."""
        self.pragmas = {name: self.rows(f"PRAGMA {name}")[0][0]
                        for name in ("page_size", "auto_vacuum", "encoding", "user_version", "application_id")}
        self.tables, self.indexes, self.others, self.sql = {}, {}, [], {}
        for type, name, table, sql in self.rows("SELECT type, name, tbl_name, sql FROM sqlite_master"):
            if type == "table":
                self.tables[name] = [row[1:6] for row in self.rows(f'PRAGMA table_info("{name}")')]
                self.sql[name] = sql or ""
            elif type == "index" and sql is not None:
                keys = [row for row in self.rows(f'PRAGMA index_xinfo("{name}")') if row[5]]
                self.indexes[name] = {"table": table, "columns": [row[2] for row in keys],
                                      "descending": [bool(row[3]) for row in keys],
                                      "collations": [row[4] for row in keys], "unique": False, "partial": False}
            elif type not in ("table", "index"):
                self.others.append((type, name))
        for table in self.tables:
            for row in self.rows(f'PRAGMA index_list("{table}")'):
                if row[1] in self.indexes:
                    self.indexes[row[1]]["unique"] = bool(row[2])
                    self.indexes[row[1]]["partial"] = bool(row[4])
                elif row[3] == "u":
                    self.others.append(("UNIQUE in the table's definition", table))
