-- What the program with schema 1 left: sqlite3's dump of a file it wrote.
PRAGMA application_id = 1112100417;
PRAGMA user_version = 1;
BEGIN TRANSACTION;
CREATE TABLE game (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 32 AND id NOT GLOB '*[^0-9a-f]*'),
            
        width INTEGER NOT NULL CHECK (typeof(width) = 'integer' AND width > 0),
        height INTEGER NOT NULL CHECK (typeof(height) = 'integer' AND height > 0),
        unique_lines INTEGER NOT NULL CHECK (unique_lines IN (0, 1)),
        signs INTEGER NOT NULL CHECK (signs IN (0, 1)),
        title TEXT NOT NULL CHECK (typeof(title) = 'text'),
        band TEXT NOT NULL CHECK (typeof(band) = 'text'),
        collection TEXT NOT NULL CHECK (typeof(collection) = 'text'),
        number INTEGER NOT NULL CHECK (typeof(number) = 'integer' AND (number > 0) = (collection <> '')),
            puzzle TEXT NOT NULL CHECK (typeof(puzzle) = 'text'),
            created_utc INTEGER NOT NULL CHECK (typeof(created_utc) = 'integer'),
            updated_utc INTEGER NOT NULL CHECK (typeof(updated_utc) = 'integer'),
            rev INTEGER NOT NULL CHECK (typeof(rev) = 'integer' AND rev > 0),
            elapsed_ms INTEGER NOT NULL CHECK (typeof(elapsed_ms) = 'integer' AND elapsed_ms >= 0),
            cursor INTEGER NOT NULL CHECK (typeof(cursor) = 'integer' AND cursor BETWEEN 0 AND width * height - 1),
            length INTEGER NOT NULL CHECK (typeof(length) = 'integer'),
            head INTEGER NOT NULL CHECK (typeof(head) = 'integer' AND head BETWEEN 0 AND length),
            to_fill INTEGER NOT NULL CHECK (typeof(to_fill) = 'integer' AND to_fill BETWEEN 0 AND width * height),
            filled INTEGER NOT NULL CHECK (typeof(filled) = 'integer')
        );
INSERT INTO "game" VALUES('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',6,4,1,0,'by hand','Easy','tiny',3,'6x4;0.1..........1..........',1709208000,1709208008,8,8000,5,3,2,21,2);
INSERT INTO "game" VALUES('bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb',4,4,1,0,'solved by hand','Gentle','classics',1,'4x4;0..1.1......0..0',1709208000,1709208010,2,2099,0,11,11,11,11);
INSERT INTO "game" VALUES('cccccccccccccccccccccccccccccccc',4,4,1,0,'solved with help','','',0,'4x4;0..1.1......0..0',1709208000,1709208013,5,3000,0,3,3,11,11);
INSERT INTO "game" VALUES('dddddddddddddddddddddddddddddddd',4,2,0,1,'café ''quoted''','','',0,'4x2;.1..0...;signs=r1c1xr2c1;lines=any',1709208000,1709208013,1,0,0,0,0,6,0);
CREATE TABLE result (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 32 AND id NOT GLOB '*[^0-9a-f]*'),
            
        width INTEGER NOT NULL CHECK (typeof(width) = 'integer' AND width > 0),
        height INTEGER NOT NULL CHECK (typeof(height) = 'integer' AND height > 0),
        unique_lines INTEGER NOT NULL CHECK (unique_lines IN (0, 1)),
        signs INTEGER NOT NULL CHECK (signs IN (0, 1)),
        title TEXT NOT NULL CHECK (typeof(title) = 'text'),
        band TEXT NOT NULL CHECK (typeof(band) = 'text'),
        collection TEXT NOT NULL CHECK (typeof(collection) = 'text'),
        number INTEGER NOT NULL CHECK (typeof(number) = 'integer' AND (number > 0) = (collection <> '')),
            elapsed_ms INTEGER NOT NULL CHECK (typeof(elapsed_ms) = 'integer' AND elapsed_ms >= 0),
            helped INTEGER NOT NULL CHECK (helped IN (0, 1)),
            solved_utc INTEGER NOT NULL CHECK (typeof(solved_utc) = 'integer'),
            day TEXT NOT NULL CHECK (typeof(day) = 'text' AND day IS date(day, '+0 days'))
        );
INSERT INTO "result" VALUES('bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb',4,4,1,0,'solved by hand','Gentle','classics',1,2099,0,1709208010,'2024-02-29');
INSERT INTO "result" VALUES('cccccccccccccccccccccccccccccccc',4,4,1,0,'solved with help','','',0,3000,1,1709208013,'2024-02-29');
CREATE TABLE step (
            game_id TEXT NOT NULL REFERENCES game (id) ON DELETE CASCADE,
            seq INTEGER NOT NULL CHECK (typeof(seq) = 'integer' AND seq > 0),
            kind TEXT NOT NULL CHECK (typeof(kind) = 'text'),
            moves TEXT NOT NULL CHECK (typeof(moves) = 'text'),
            at_ms INTEGER NOT NULL CHECK (typeof(at_ms) = 'integer'),
            PRIMARY KEY (game_id, seq)
        ) WITHOUT ROWID;
INSERT INTO "step" VALUES('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',1,'place','r1c2:.>1',1000);
INSERT INTO "step" VALUES('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',2,'place','r1c5:.>0',6000);
INSERT INTO "step" VALUES('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',3,'place','r1c6:.>1',7000);
INSERT INTO "step" VALUES('bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb',1,'place','r1c2:.>0',1000);
INSERT INTO "step" VALUES('bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb',2,'place','r1c3:.>1',1099);
INSERT INTO "step" VALUES('bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb',3,'place','r2c1:.>1',1199);
INSERT INTO "step" VALUES('bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb',4,'place','r2c3:.>0',1299);
INSERT INTO "step" VALUES('bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb',5,'place','r2c4:.>0',1399);
INSERT INTO "step" VALUES('bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb',6,'place','r3c1:.>1',1499);
INSERT INTO "step" VALUES('bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb',7,'place','r3c2:.>0',1599);
INSERT INTO "step" VALUES('bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb',8,'place','r3c3:.>0',1699);
INSERT INTO "step" VALUES('bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb',9,'place','r3c4:.>1',1799);
INSERT INTO "step" VALUES('bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb',10,'place','r4c2:.>1',1899);
INSERT INTO "step" VALUES('bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb',11,'place','r4c3:.>1',1999);
INSERT INTO "step" VALUES('cccccccccccccccccccccccccccccccc',1,'propagate-once','r2c1:.>1 r3c1:.>1 r4c2:.>1 r4c3:.>1',1000);
INSERT INTO "step" VALUES('cccccccccccccccccccccccccccccccc',2,'hint','r2c3:.>0',2000);
INSERT INTO "step" VALUES('cccccccccccccccccccccccccccccccc',3,'propagate','r1c2:.>0 r1c3:.>1 r2c4:.>0 r3c2:.>0 r3c3:.>0 r3c4:.>1',3000);
COMMIT;
