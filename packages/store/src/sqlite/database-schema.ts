/** The application id in the header of the file: `TWSS` in ASCII. */
export const APPLICATION_ID = 0x54_57_53_53;

/** The statements that create each schema version. Released entries never change. */
export const MIGRATIONS: readonly (readonly string[])[] = [
  [
    `CREATE TABLE sessions (
      id TEXT PRIMARY KEY,
      agent TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      head INTEGER NOT NULL DEFAULT 0,
      checksum TEXT NOT NULL DEFAULT '',
      lease_key TEXT,
      lease_host TEXT,
      lease_pid INTEGER,
      lease_expires INTEGER
    ) STRICT`,
    'CREATE INDEX sessions_by_update ON sessions (updated_at)',
    `CREATE TABLE records (
      session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
      seq INTEGER NOT NULL,
      at INTEGER NOT NULL,
      json TEXT NOT NULL,
      checksum TEXT NOT NULL,
      PRIMARY KEY (session, seq)
    ) STRICT, WITHOUT ROWID`,
  ],
  [
    // One row: the id of the store and its number of changes. See position-mark.ts.
    'CREATE TABLE position (store BLOB NOT NULL, count INTEGER NOT NULL) STRICT',
    'INSERT INTO position VALUES (randomblob(16), 0)',
    'ALTER TABLE sessions ADD COLUMN lease_machine TEXT',
    'ALTER TABLE sessions ADD COLUMN lease_started TEXT',
  ],
  [
    // See stored-checkpoints.ts. Checkpoints may be deleted at any time.
    `CREATE TABLE checkpoints (
      session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
      seq INTEGER NOT NULL,
      checksum TEXT NOT NULL,
      digest TEXT NOT NULL,
      json TEXT NOT NULL,
      observations TEXT NOT NULL,
      PRIMARY KEY (session, seq)
    ) STRICT, WITHOUT ROWID`,
  ],
];

/** The schema version that this package writes. */
export const SCHEMA_VERSION = MIGRATIONS.length;

/** The first schema version with the table `position`. */
export const FIRST_WITH_POSITION = 2;

/** The last statement of each transaction. Counts a change if the previous statement changed a row. */
export const COUNT_CHANGE =
  'UPDATE position SET count = count + 1 WHERE changes() > 0 RETURNING CAST(store AS BLOB) AS store, +count AS count';
