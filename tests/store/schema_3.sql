-- What the program with schema 3 left: sqlite3's dump of a file it wrote.
PRAGMA application_id = 1112100417;
PRAGMA user_version = 3;
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
            to_fill INTEGER NOT NULL CHECK (typeof(to_fill) = 'integer' AND to_fill BETWEEN 0 AND width * height),
            updated_utc INTEGER NOT NULL CHECK (typeof(updated_utc) = 'integer'),
            rev INTEGER NOT NULL CHECK (typeof(rev) = 'integer' AND rev > 0),
            elapsed_ms INTEGER NOT NULL CHECK (typeof(elapsed_ms) = 'integer' AND elapsed_ms >= 0),
            cursor INTEGER NOT NULL CHECK (typeof(cursor) = 'integer' AND cursor BETWEEN 0 AND width * height - 1),
            length INTEGER NOT NULL CHECK (typeof(length) = 'integer'),
            head INTEGER NOT NULL CHECK (typeof(head) = 'integer' AND head BETWEEN 0 AND length),
            filled INTEGER NOT NULL CHECK (typeof(filled) = 'integer'),
            aids INTEGER NOT NULL CHECK (typeof(aids) = 'integer' AND aids >= 0),
            lease TEXT NOT NULL CHECK (typeof(lease) = 'text'),
            chk BLOB NOT NULL CHECK (typeof(chk) = 'blob' AND length(chk) = 16)
        , auto_filled TEXT NOT NULL DEFAULT '' CHECK (typeof(auto_filled) = 'text' AND auto_filled NOT GLOB '*[^0-9a-f]*'), solved INTEGER NOT NULL DEFAULT 0 CHECK (solved IN (0, 1)));
INSERT INTO "game" VALUES('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',4,4,1,0,'in play','easy','tiny',1,'4x4;0..1.1......0..0',1709208000,11,1709208001,1,4000,5,3,2,2,3,'',X'8243FF162B1ED6F35B5F75361A219B65','',0);
INSERT INTO "game" VALUES('bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb',4,4,1,0,'solved','easy','tiny',2,'4x4;0..1.1......0..0',1709208000,11,1709208001,1,11000,0,11,11,11,3,'',X'028C68F0077F3A313091F5B6192B95EE','',1);
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
            aids INTEGER NOT NULL CHECK (typeof(aids) = 'integer' AND aids >= 0),
            solved_utc INTEGER NOT NULL CHECK (typeof(solved_utc) = 'integer'),
            day TEXT NOT NULL CHECK (typeof(day) = 'text' AND day IS date(day, '+0 days')),
            chk BLOB NOT NULL CHECK (typeof(chk) = 'blob' AND length(chk) = 16)
        );
INSERT INTO "result" VALUES('bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb',4,4,1,0,'solved','easy','tiny',2,11000,3,1709208001,'2024-02-29',X'1629E047649BCD0FF9E19B70C9F7BB7E');
CREATE TABLE step (
            game_id TEXT NOT NULL REFERENCES game (id) ON DELETE CASCADE,
            seq INTEGER NOT NULL CHECK (typeof(seq) = 'integer' AND seq > 0),
            kind TEXT NOT NULL CHECK (typeof(kind) = 'text'),
            moves TEXT NOT NULL CHECK (typeof(moves) = 'text'),
            at_ms INTEGER NOT NULL CHECK (typeof(at_ms) = 'integer'),
            chk BLOB NOT NULL CHECK (typeof(chk) = 'blob' AND length(chk) = 16),
            PRIMARY KEY (game_id, seq)
        ) WITHOUT ROWID;
INSERT INTO "step" VALUES('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',1,'place','r1c2:.>0',1000,X'88EEE22C9701714AB3D4FA3217F57D94');
INSERT INTO "step" VALUES('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',2,'place','r1c3:.>1',2000,X'9C1594ED4A180B8381A3D1A16CAA975D');
INSERT INTO "step" VALUES('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',3,'place','r2c1:.>1',3000,X'C90580799F9EF5EB8F96145131C6D0B2');
INSERT INTO "step" VALUES('bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb',1,'place','r1c2:.>0',1000,X'C650FD94361BDD872DC6101524FB9C6D');
INSERT INTO "step" VALUES('bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb',2,'place','r1c3:.>1',2000,X'E149EDFFE548BBEE84B6C2EBA8AB08A8');
INSERT INTO "step" VALUES('bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb',3,'place','r2c1:.>1',3000,X'B3D29C28AC01C4ED9D1227CBF7A399AC');
INSERT INTO "step" VALUES('bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb',4,'place','r2c3:.>0',4000,X'CAD406FF687A205BF8EA089B632B6435');
INSERT INTO "step" VALUES('bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb',5,'place','r2c4:.>0',5000,X'9BE788E95565FBB70B91DE980034D91E');
INSERT INTO "step" VALUES('bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb',6,'place','r3c1:.>1',6000,X'3A823BCEE0266DB090FAA9AD08CE34BB');
INSERT INTO "step" VALUES('bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb',7,'place','r3c2:.>0',7000,X'1923F7F77DD852FD601FF5F554CD6129');
INSERT INTO "step" VALUES('bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb',8,'place','r3c3:.>0',8000,X'DBDF50C307DF8064B0466F6069373574');
INSERT INTO "step" VALUES('bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb',9,'place','r3c4:.>1',9000,X'899F88467A559938F0367B7BF6668267');
INSERT INTO "step" VALUES('bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb',10,'place','r4c2:.>1',10000,X'4783EFB2C8BEEFD3A263A5074BD5FAF7');
INSERT INTO "step" VALUES('bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb',11,'place','r4c3:.>1',11000,X'18AB75376C71249E0FA32951D3F18C8D');
CREATE INDEX game_unfinished ON game (updated_utc DESC, created_utc DESC, id) WHERE solved = 0;
CREATE INDEX game_entry ON game (collection, number, solved);
CREATE INDEX result_time ON result (solved_utc);
CREATE INDEX result_day ON result (day, aids);
CREATE INDEX result_entry ON result (collection, number, aids, day, elapsed_ms);
CREATE INDEX result_kind ON result (width, height, band, solved_utc, aids, elapsed_ms);
COMMIT;
