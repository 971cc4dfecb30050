"""The schema of the host's database, and the migrations to it from older versions."""

APPLICATION_ID = 0x42494E48
"""The application id in the SQLite header: "BINH"."""

_SCHEMA_1 = (
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
)
_SCHEMA_2 = (
    """CREATE TABLE opening (
        player TEXT NOT NULL REFERENCES player (id) ON DELETE CASCADE, day TEXT NOT NULL, size TEXT NOT NULL,
        opened_ms INTEGER NOT NULL, aids INTEGER NOT NULL, PRIMARY KEY (player, day, size))""",
    "ALTER TABLE racer ADD COLUMN saved_ms INTEGER NOT NULL DEFAULT 0",
)
_SCHEMA_3 = ("ALTER TABLE racer ADD COLUMN has_given_up INTEGER NOT NULL DEFAULT 0",)
_SCHEMA_4 = ("ALTER TABLE player ADD COLUMN seen_utc INTEGER NOT NULL DEFAULT 0",)
# After a year, what players ask for most would otherwise read the whole file while everybody's saves wait.
_SCHEMA_5 = (
    "CREATE INDEX result_day ON result (day, size)",
    "CREATE INDEX race_started ON race (started_ms)",
    "CREATE INDEX racer_player ON racer (player)",
)
_SCHEMA_6 = (
    """CREATE TABLE storm (
        player TEXT NOT NULL REFERENCES player (id) ON DELETE CASCADE, started_ms INTEGER NOT NULL,
        solved INTEGER NOT NULL, PRIMARY KEY (player, started_ms))""",
)
_SCHEMA_7 = ("ALTER TABLE player RENAME COLUMN is_watchable TO is_raceable",)
MIGRATIONS = (_SCHEMA_1, _SCHEMA_2, _SCHEMA_3, _SCHEMA_4, _SCHEMA_5, _SCHEMA_6, _SCHEMA_7)
"""The statements that lead from each version of the schema to the next one, beginning with an empty file."""
SCHEMA_VERSION = len(MIGRATIONS)
TAKE_OVER = (
    """DELETE FROM player WHERE id NOT IN (SELECT id FROM newer.player)
        AND (name IN (SELECT name FROM newer.player) OR skeleton IN (SELECT skeleton FROM newer.player))""",
    # Players may have exchanged their names: free all of them first, with names that nobody can have.
    "UPDATE player SET name = char(1) || id, skeleton = char(1) || id WHERE id IN (SELECT id FROM newer.player)",
    """INSERT INTO player SELECT * FROM newer.player WHERE true ON CONFLICT (id) DO UPDATE SET
        (name, skeleton, is_banned, is_raceable, seen_utc) =
        (excluded.name, excluded.skeleton, excluded.is_banned, excluded.is_raceable, excluded.seen_utc)""",
    "DELETE FROM key WHERE player IN (SELECT id FROM newer.player)",
    "INSERT OR REPLACE INTO key SELECT * FROM newer.key WHERE player IN (SELECT id FROM player)",
    "DELETE FROM code",
    "INSERT INTO code SELECT * FROM newer.code WHERE player IS NULL OR player IN (SELECT id FROM player)",
    "INSERT OR REPLACE INTO opening SELECT * FROM newer.opening WHERE player IN (SELECT id FROM player)",
    "INSERT OR REPLACE INTO result SELECT * FROM newer.result WHERE player IN (SELECT id FROM player)",
    "INSERT OR REPLACE INTO storm SELECT * FROM newer.storm WHERE player IN (SELECT id FROM player)",
)
"""The statements that add the rows of the attached database `newer`, which is newer than the main database."""
