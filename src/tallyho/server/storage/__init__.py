"""The database: tables, migrations, readers and the one writer."""
