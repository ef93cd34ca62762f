"""Creates an empty store file from an expected schema. Only the tests of this folder use it."""

import plistlib
import sqlite3

from .model import Model
from .schema import schema


def column_names(table):
    """The names of a table's columns; the open name of a self-relation gets one of our own."""
    return [each["names"][0] if each["names"] else "OTHEREND" for each in table["columns"]]


def statements(model, expected=None):
    """The SQL that creates the tables, indexes and rows."""
    expected = expected or schema(model)
    made = []
    for table in expected["tables"]:
        parts = []
        for name, item in zip(column_names(table), table["columns"]):
            alone = table["key"] == [name]
            parts.append(f"{name} {item['type']}" + (" PRIMARY KEY" if alone else ""))
        if len(table["key"]) > 1:
            parts.append(f"PRIMARY KEY ({', '.join(key or 'OTHEREND' for key in table['key'])})")
        made.append(f"CREATE TABLE {table['name']} ( {', '.join(parts)} )")
    for index in expected["indexes"]:
        name = index["names"][0] if index["names"] else f"{index['table']}_OTHEREND_INDEX"
        parts = [f"{column or 'OTHEREND'} COLLATE BINARY {'DESC' if down else 'ASC'}"
                 for column, down in zip(index["columns"], index["descending"])]
        unique = "UNIQUE " if index["unique"] else ""
        made.append(f"CREATE {unique}INDEX {name} ON {index['table']} ({', '.join(parts)})")
    for row in expected["primaryKey"]:
        made.append(f"INSERT INTO Z_PRIMARYKEY VALUES ({row['Z_ENT']}, '{row['Z_NAME']}', {row['Z_SUPER']}, 0)")
    return made


def build(path, model, expected=None, extra=()):
    """Writes the file. Extra statements are run at the end."""
    model = model if isinstance(model, Model) else Model(model)
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA page_size = 4096")
    connection.execute("PRAGMA auto_vacuum = 2")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute("BEGIN")
    for statement in statements(model, expected):
        connection.execute(statement)
    plist = {"NSStoreType": "SQLite", "NSPersistenceFrameworkVersion": 519, "NSStoreModelVersionHashesVersion": 3,
             "NSStoreModelVersionIdentifiers": [""], "_NSAutoVacuumLevel": "2",
             "NSStoreModelVersionHashes": {name: bytes(32) for name in model.entities}}
    connection.execute("INSERT INTO Z_METADATA VALUES (1, '6B29FC40-CA47-1067-B31D-00DD010662DA', ?)",
                       (plistlib.dumps(plist, fmt=plistlib.FMT_BINARY),))
    connection.execute("COMMIT")
    for statement in extra:
        connection.execute(statement)
    connection.close()
