-- A released file never changes: a store whose definitions differ by one letter counts as damaged.
CREATE TABLE meta (key TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
INSERT INTO meta VALUES ('revision', 0);
CREATE TABLE cases (
        num INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, version INTEGER NOT NULL, name TEXT NOT NULL,
        name_key TEXT NOT NULL, court TEXT NOT NULL, decided TEXT, year INTEGER, bench_strength INTEGER, outcome TEXT,
        source TEXT NOT NULL);
CREATE INDEX cases_by_name ON cases (name_key);
CREATE INDEX cases_by_year ON cases (year);
CREATE TABLE versions (
        case_id TEXT NOT NULL REFERENCES cases (id), version INTEGER NOT NULL, sha256 TEXT NOT NULL,
        source TEXT NOT NULL, added_at TEXT NOT NULL, text TEXT NOT NULL, offsets BLOB, pages TEXT NOT NULL,
        PRIMARY KEY (case_id, version));
CREATE TABLE paragraphs (
        case_id TEXT NOT NULL REFERENCES cases (id), place INTEGER NOT NULL, start INTEGER NOT NULL,
        end INTEGER NOT NULL, section TEXT NOT NULL, number TEXT, page INTEGER,
        PRIMARY KEY (case_id, place)) WITHOUT ROWID;
CREATE TABLE chunks (
        num INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, case_id TEXT NOT NULL REFERENCES cases (id),
        start INTEGER NOT NULL, end INTEGER NOT NULL, text TEXT NOT NULL, section TEXT NOT NULL, paragraph TEXT,
        page INTEGER);
CREATE INDEX chunks_by_case ON chunks (case_id);
CREATE TABLE citations (
        case_id TEXT NOT NULL REFERENCES cases (id), place INTEGER NOT NULL, citation TEXT NOT NULL,
        normal TEXT NOT NULL, PRIMARY KEY (case_id, place)) WITHOUT ROWID;
CREATE INDEX citations_by_normal ON citations (normal);
CREATE TABLE case_numbers (
        case_id TEXT NOT NULL REFERENCES cases (id), place INTEGER NOT NULL, number TEXT NOT NULL,
        PRIMARY KEY (case_id, place)) WITHOUT ROWID;
CREATE TABLE provisions (
        case_id TEXT NOT NULL REFERENCES cases (id), place INTEGER NOT NULL, provision TEXT NOT NULL,
        base TEXT NOT NULL, count INTEGER NOT NULL, PRIMARY KEY (case_id, place)) WITHOUT ROWID;
CREATE INDEX provisions_by_id ON provisions (provision);
CREATE INDEX provisions_by_base ON provisions (base);
CREATE TABLE parties (
        case_id TEXT NOT NULL REFERENCES cases (id), side TEXT NOT NULL, name TEXT NOT NULL, type TEXT,
        PRIMARY KEY (case_id, side)) WITHOUT ROWID;
CREATE TABLE judges (
        case_id TEXT NOT NULL REFERENCES cases (id), place INTEGER NOT NULL, name TEXT NOT NULL,
        PRIMARY KEY (case_id, place)) WITHOUT ROWID;
CREATE TABLE cites (
        case_id TEXT NOT NULL REFERENCES cases (id), place INTEGER NOT NULL, name TEXT NOT NULL,
        citations TEXT NOT NULL, treatment TEXT NOT NULL, target TEXT, PRIMARY KEY (case_id, place)) WITHOUT ROWID;
CREATE INDEX cites_by_target ON cites (target);
CREATE TABLE fact_sheets (case_id TEXT PRIMARY KEY REFERENCES cases (id), sheet TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE quarantine (
        source TEXT PRIMARY KEY, sha256 TEXT NOT NULL, reason TEXT NOT NULL, at TEXT NOT NULL) WITHOUT ROWID;
CREATE VIRTUAL TABLE case_words USING fts5 (name, citations, provisions, numbers);
