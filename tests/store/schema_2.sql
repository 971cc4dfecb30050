-- What the program with schema 2 left: sqlite3's dump of a file it wrote. A step of the game "damaged" was changed.
PRAGMA application_id = 1112100417;
PRAGMA user_version = 2;
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
        );
INSERT INTO "game" VALUES('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',4,4,1,0,'filled by the program','Easy','tiny',1,'4x4;0..1.1......0..0',1709208000,11,1709208000,1,2000,0,1,1,11,19,'',X'E2A58FC069DFC5738850083FEEB88381');
INSERT INTO "game" VALUES('bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb',4,4,1,0,'filled a little, undone','Easy','',0,'4x4;0..1.1......0..0',1709208000,11,1709208000,1,3000,0,1,1,1,19,'',X'EFA89C15D46AEAA790E33498A10B3EED');
INSERT INTO "game" VALUES('cccccccccccccccccccccccccccccccc',4,4,1,0,'solved by hand','Easy','tiny',2,'4x4;0..1.1......0..0',1709208000,11,1709208000,1,11000,0,11,11,11,3,'',X'385EE2D599FC5B0EE8BD61C44C939F91');
INSERT INTO "game" VALUES('dddddddddddddddddddddddddddddddd',4,4,1,0,'solved and reopened','Easy','',0,'4x4;0..1.1......0..0',1709208000,11,1709208000,1,11000,0,11,10,10,3,'',X'815F536944371BCD02BE970325B1D0D4');
INSERT INTO "game" VALUES('eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',4,4,1,0,'solved twice','Easy','',0,'4x4;0..1.1......0..0',1709208000,11,1709208000,1,11000,0,11,11,11,3,'',X'80F0C0B0329DB9FE78A97B64B111CD78');
INSERT INTO "game" VALUES('ffffffffffffffffffffffffffffffff',4,4,1,0,'filled, undone, not solved','Easy','',0,'4x4;0..1.1......0..0',1709208000,11,1709208000,1,2000,0,1,0,0,19,'',X'D442DB59B25AD5D10B6394C2782720AD');
INSERT INTO "game" VALUES('11111111111111111111111111111111',4,4,1,0,'damaged','Easy','',0,'4x4;0..1.1......0..0',1709208000,11,1709208000,1,11000,0,11,11,11,3,'',X'D852262BC542362A7B9BAB90506D4CE1');
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
INSERT INTO "result" VALUES('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',4,4,1,0,'filled by the program','Easy','tiny',1,2000,19,1709208000,'2024-02-29',X'BB391626B70910ECEF13FB4CE9D4B2E8');
INSERT INTO "result" VALUES('cccccccccccccccccccccccccccccccc',4,4,1,0,'solved by hand','Easy','tiny',2,11000,3,1709208000,'2024-02-29',X'1BAE0A1709ED514BE7C69A1D50FCDC56');
INSERT INTO "result" VALUES('dddddddddddddddddddddddddddddddd',4,4,1,0,'solved and reopened','Easy','',0,11000,3,1709208000,'2024-02-29',X'4BFC95CC150C7AC9689EC567CC9AF00C');
INSERT INTO "result" VALUES('eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',4,4,1,0,'solved twice','Easy','',0,10500,3,1709208000,'2024-02-29',X'E57F04DE36B35BBF49B883BD6B8C144F');
INSERT INTO "result" VALUES('11111111111111111111111111111111',4,4,1,0,'damaged','Easy','',0,11000,3,1709208000,'2024-02-29',X'D434E529B38ECF7CFB1AF7D940E3552B');
CREATE TABLE step (
            game_id TEXT NOT NULL REFERENCES game (id) ON DELETE CASCADE,
            seq INTEGER NOT NULL CHECK (typeof(seq) = 'integer' AND seq > 0),
            kind TEXT NOT NULL CHECK (typeof(kind) = 'text'),
            moves TEXT NOT NULL CHECK (typeof(moves) = 'text'),
            at_ms INTEGER NOT NULL CHECK (typeof(at_ms) = 'integer'),
            chk BLOB NOT NULL CHECK (typeof(chk) = 'blob' AND length(chk) = 16),
            PRIMARY KEY (game_id, seq)
        ) WITHOUT ROWID;
INSERT INTO "step" VALUES('11111111111111111111111111111111',1,'place','r1c2:.>0',1000,X'54A96EEFB6575670AA31C6D4346F81A7');
INSERT INTO "step" VALUES('11111111111111111111111111111111',2,'place','r1c3:.>1',77,X'D9FD52B0C4E1830ADE78214EC84D8AEB');
INSERT INTO "step" VALUES('11111111111111111111111111111111',3,'place','r2c1:.>1',3000,X'450F75602E20ABC69182E6327FF615BB');
INSERT INTO "step" VALUES('11111111111111111111111111111111',4,'place','r2c3:.>0',4000,X'EF7AB7BB88046B799055DD746614A384');
INSERT INTO "step" VALUES('11111111111111111111111111111111',5,'place','r2c4:.>0',5000,X'79CD165DF903E85080432AD9EEC4C7E7');
INSERT INTO "step" VALUES('11111111111111111111111111111111',6,'place','r3c1:.>1',6000,X'0419F4A016D23DA9703858AFA773D7B6');
INSERT INTO "step" VALUES('11111111111111111111111111111111',7,'place','r3c2:.>0',7000,X'830EA8FDDE7202BDE7EC8E2A4877B487');
INSERT INTO "step" VALUES('11111111111111111111111111111111',8,'place','r3c3:.>0',8000,X'EBF37662A9141A95705F5AC4A308CB9F');
INSERT INTO "step" VALUES('11111111111111111111111111111111',9,'place','r3c4:.>1',9000,X'35656EB676F7E5DD75A5918AA5AF77C1');
INSERT INTO "step" VALUES('11111111111111111111111111111111',10,'place','r4c2:.>1',10000,X'99F039956C5F04A166A3E99888143E93');
INSERT INTO "step" VALUES('11111111111111111111111111111111',11,'place','r4c3:.>1',11000,X'D9C58554FECB1AF529DAF3416C131E6F');
INSERT INTO "step" VALUES('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',1,'propagate','r1c2:.>0 r1c3:.>1 r2c1:.>1 r2c3:.>0 r2c4:.>0 r3c1:.>1 r3c2:.>0 r3c3:.>0 r3c4:.>1 r4c2:.>1 r4c3:.>1',2000,X'1037B8E9EF08241555BF8CDC35C1D480');
INSERT INTO "step" VALUES('bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb',1,'place','r1c2:.>1',3000,X'59949AA0C19FADE7825A629FF1BB0985');
INSERT INTO "step" VALUES('cccccccccccccccccccccccccccccccc',1,'place','r1c2:.>0',1000,X'E0E69F0912B8A641EC6F0388DDFC345D');
INSERT INTO "step" VALUES('cccccccccccccccccccccccccccccccc',2,'place','r1c3:.>1',2000,X'7C879C73C820EC7028A21BDEE3D3AFDC');
INSERT INTO "step" VALUES('cccccccccccccccccccccccccccccccc',3,'place','r2c1:.>1',3000,X'217CC455990BAD5DEC04BDE1015E39E1');
INSERT INTO "step" VALUES('cccccccccccccccccccccccccccccccc',4,'place','r2c3:.>0',4000,X'110FE53C0AED11FD7835564FDEFE8CCD');
INSERT INTO "step" VALUES('cccccccccccccccccccccccccccccccc',5,'place','r2c4:.>0',5000,X'0F200D0F3B31F3AAF12B18AE7E607EC5');
INSERT INTO "step" VALUES('cccccccccccccccccccccccccccccccc',6,'place','r3c1:.>1',6000,X'02C76A03BC3C96FA3DC4DFCDF7A57D82');
INSERT INTO "step" VALUES('cccccccccccccccccccccccccccccccc',7,'place','r3c2:.>0',7000,X'3C693C67ED1762F8E8D316CE2CBB5EC7');
INSERT INTO "step" VALUES('cccccccccccccccccccccccccccccccc',8,'place','r3c3:.>0',8000,X'57D4E6ECC3FAAE8EEB1C9901EF5BB84B');
INSERT INTO "step" VALUES('cccccccccccccccccccccccccccccccc',9,'place','r3c4:.>1',9000,X'8D9F5917F0F4374678E7C7C84BC4DBCB');
INSERT INTO "step" VALUES('cccccccccccccccccccccccccccccccc',10,'place','r4c2:.>1',10000,X'A08DB8C6821CF1360BE2ABE5285FE4AA');
INSERT INTO "step" VALUES('cccccccccccccccccccccccccccccccc',11,'place','r4c3:.>1',11000,X'350C449D1FA5EBC443C0F2E499B73D96');
INSERT INTO "step" VALUES('dddddddddddddddddddddddddddddddd',1,'place','r1c2:.>0',1000,X'3253DB2E64CCAAB631D6A244465021CC');
INSERT INTO "step" VALUES('dddddddddddddddddddddddddddddddd',2,'place','r1c3:.>1',2000,X'BA506339BDDB9EE67E948A28E5FCCCFD');
INSERT INTO "step" VALUES('dddddddddddddddddddddddddddddddd',3,'place','r2c1:.>1',3000,X'17229E8CB183C02ADFB286A3764DCF45');
INSERT INTO "step" VALUES('dddddddddddddddddddddddddddddddd',4,'place','r2c3:.>0',4000,X'DC06A0B2AAA46A03E16E33075694E22A');
INSERT INTO "step" VALUES('dddddddddddddddddddddddddddddddd',5,'place','r2c4:.>0',5000,X'E06D0CCC78A630C668719AE6BDEED163');
INSERT INTO "step" VALUES('dddddddddddddddddddddddddddddddd',6,'place','r3c1:.>1',6000,X'010047DD1A5512736ED9393F1C864291');
INSERT INTO "step" VALUES('dddddddddddddddddddddddddddddddd',7,'place','r3c2:.>0',7000,X'A07D22828F98ECD11FB99B254A85FB8A');
INSERT INTO "step" VALUES('dddddddddddddddddddddddddddddddd',8,'place','r3c3:.>0',8000,X'E7C2C855D016A76F04E604E7D9B0CEF9');
INSERT INTO "step" VALUES('dddddddddddddddddddddddddddddddd',9,'place','r3c4:.>1',9000,X'6785F80F847AC21EF3DAB5353981600C');
INSERT INTO "step" VALUES('dddddddddddddddddddddddddddddddd',10,'place','r4c2:.>1',10000,X'5DCB12F38627F874CE624B1E7DAD45B2');
INSERT INTO "step" VALUES('dddddddddddddddddddddddddddddddd',11,'place','r4c3:.>1',11000,X'A8231A96CBBFB3956483892BF8220590');
INSERT INTO "step" VALUES('eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',1,'place','r1c2:.>0',1000,X'39596EBD256AE121E9B8731E66320844');
INSERT INTO "step" VALUES('eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',2,'place','r1c3:.>1',2000,X'3A6DCD2A31B4DDE252A8BE971371BDCC');
INSERT INTO "step" VALUES('eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',3,'place','r2c1:.>1',3000,X'52069CF559ADA0AAC1B0CF88069C9943');
INSERT INTO "step" VALUES('eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',4,'place','r2c3:.>0',4000,X'5AAE576F5CD96D2B4F07AC9F32EF364C');
INSERT INTO "step" VALUES('eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',5,'place','r2c4:.>0',5000,X'93153D31F53BC8DEEB08A8F6B0C97A64');
INSERT INTO "step" VALUES('eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',6,'place','r3c1:.>1',6000,X'E905646E1A8A74749F18FBA8402862EF');
INSERT INTO "step" VALUES('eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',7,'place','r3c2:.>0',7000,X'C897D06546F11D96E827A0D6E832F77D');
INSERT INTO "step" VALUES('eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',8,'place','r3c3:.>0',8000,X'E803867AB75FA9C700D5A83C2CD39A40');
INSERT INTO "step" VALUES('eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',9,'place','r3c4:.>1',9000,X'6089B37E7D6C5A0799987F1111009ADE');
INSERT INTO "step" VALUES('eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',10,'place','r4c2:.>1',10000,X'75781EEDF9838C6F1530E681B98DE88A');
INSERT INTO "step" VALUES('eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',11,'place','r4c3:.>1',11000,X'5173DFF6BCF5C4303358AEA9DFEE13E2');
INSERT INTO "step" VALUES('ffffffffffffffffffffffffffffffff',1,'propagate','r1c2:.>0 r1c3:.>1 r2c1:.>1 r2c3:.>0 r2c4:.>0 r3c1:.>1 r3c2:.>0 r3c3:.>0 r3c4:.>1 r4c2:.>1 r4c3:.>1',2000,X'AA149E78D7359D851B8B4E2513C6495E');
COMMIT;
