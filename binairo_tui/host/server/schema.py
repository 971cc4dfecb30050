"""The schema of the host's database, and the migrations to it from older versions."""

APPLICATION_ID = 0x42494E48
MIGRATIONS = (
    (
        """CREATE TABLE player (
        id TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL UNIQUE, skeleton TEXT NOT NULL UNIQUE,
        created_utc INTEGER NOT NULL, is_banned INTEGER NOT NULL DEFAULT 0, is_watchable INTEGER NOT NULL DEFAULT 0)""",
        """CREATE TABLE key (
        fingerprint TEXT NOT NULL PRIMARY KEY, player TEXT NOT NULL REFERENCES player (id) ON DELETE CASCADE,
        added_utc INTEGER NOT NULL)""",
        """CREATE TABLE code (
        code TEXT NOT NULL PRIMARY KEY, player TEXT REFERENCES player (id) ON DELETE CASCADE,
        expires_utc INTEGER NOT NULL)""",
        """CREATE TABLE result (
        player TEXT NOT NULL REFERENCES player (id) ON DELETE CASCADE, day TEXT NOT NULL, size TEXT NOT NULL,
        style TEXT NOT NULL, elapsed_ms INTEGER NOT NULL, history TEXT NOT NULL, solved_utc INTEGER NOT NULL,
        PRIMARY KEY (player, day, size))""",
        """CREATE TABLE race (
        id INTEGER NOT NULL PRIMARY KEY, room TEXT NOT NULL, title TEXT NOT NULL, puzzle TEXT NOT NULL,
        started_ms INTEGER NOT NULL, is_over INTEGER NOT NULL DEFAULT 0)""",
        """CREATE TABLE racer (
        race INTEGER NOT NULL REFERENCES race (id) ON DELETE CASCADE,
        player TEXT NOT NULL REFERENCES player (id) ON DELETE CASCADE, history TEXT NOT NULL,
        finished_ms INTEGER, place INTEGER, PRIMARY KEY (race, player))""",
    ),
    (
        """CREATE TABLE opening (
        player TEXT NOT NULL REFERENCES player (id) ON DELETE CASCADE, day TEXT NOT NULL, size TEXT NOT NULL,
        opened_ms INTEGER NOT NULL, aids INTEGER NOT NULL, PRIMARY KEY (player, day, size))""",
        "ALTER TABLE racer ADD COLUMN saved_ms INTEGER NOT NULL DEFAULT 0",
    ),
    ("ALTER TABLE racer ADD COLUMN has_given_up INTEGER NOT NULL DEFAULT 0",),
    ("ALTER TABLE player ADD COLUMN seen_utc INTEGER NOT NULL DEFAULT 0",),
    # Without indexes, frequent requests would read the whole file, which takes long after a year, while all saves wait.
    (
        "CREATE INDEX result_day ON result (day, size)",
        "CREATE INDEX race_started ON race (started_ms)",
        "CREATE INDEX racer_player ON racer (player)",
    ),
    (
        """CREATE TABLE storm (
        player TEXT NOT NULL REFERENCES player (id) ON DELETE CASCADE, started_ms INTEGER NOT NULL,
        solved INTEGER NOT NULL, PRIMARY KEY (player, started_ms))""",
    ),
    ("ALTER TABLE player RENAME COLUMN is_watchable TO is_raceable",),
    ("CREATE TABLE secret (day TEXT NOT NULL PRIMARY KEY, secret TEXT NOT NULL)",),
)
"""The statements that lead from each version of the schema to the next one. Version 0 is an empty file."""
SCHEMA_VERSION = len(MIGRATIONS)
