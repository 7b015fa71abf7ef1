-- One row of `runs` a campaign; everything else hangs on its name.

CREATE TABLE IF NOT EXISTS runs (
    run VARCHAR PRIMARY KEY,
    started TIMESTAMP NOT NULL,
    finished TIMESTAMP,
    status VARCHAR NOT NULL CHECK (status IN ('running', 'interrupted', 'complete')),
    version VARCHAR NOT NULL,         -- of Weighbridge
    settings JSON NOT NULL,           -- budget, precision, seed, baseline, …
    environment JSON NOT NULL,        -- the machine, and each runner as it described itself
    measured_s DOUBLE NOT NULL,       -- spent measuring so far
    looks DOUBLE[] NOT NULL,          -- shares of the budget at which the stop rule has looked
    quiet_ns DOUBLE,                  -- what the tuning fork takes on this machine when it is quiet
    spent JSON                        -- per runner, the seconds of each activity: starting, warming up, timed, …
);

CREATE TABLE IF NOT EXISTS payloads (
    run VARCHAR NOT NULL,
    payload VARCHAR NOT NULL,
    source VARCHAR NOT NULL,          -- built in, generated, or the user's file
    documents VARCHAR[] NOT NULL,     -- value text
    json_bytes BIGINT NOT NULL,       -- of all documents as minified JSON
    whole_documents BIGINT,           -- of how many documents these are a sample; null if they are all
    whole_bytes BIGINT,               -- and of how many bytes
    family INTEGER NOT NULL DEFAULT 1, -- how many payloads of its shape were timed in its place, itself among them
    picked_share DOUBLE,              -- the share of its scalars that are picked, where nothing else is done with it
    PRIMARY KEY (run, payload)
);

CREATE TABLE IF NOT EXISTS sizes (
    run VARCHAR NOT NULL,
    payload VARCHAR NOT NULL,
    format VARCHAR NOT NULL,
    bytes BIGINT NOT NULL,
    compressed JSON NOT NULL,         -- the same after each compressor, with its dictionary and batches
    unsuited JSON NOT NULL,           -- why some compressors have no use for this payload
    reference VARCHAR NOT NULL,
    PRIMARY KEY (run, payload, format)
);

CREATE TABLE IF NOT EXISTS cells (
    run VARCHAR NOT NULL,
    cell INTEGER NOT NULL,
    role VARCHAR NOT NULL,            -- codec, tare, floor or twin
    runner VARCHAR NOT NULL,
    language VARCHAR NOT NULL,
    target VARCHAR NOT NULL,
    codec VARCHAR NOT NULL,
    variant VARCHAR,
    format VARCHAR,
    library VARCHAR,
    library_version VARCHAR,
    operation VARCHAR NOT NULL,
    payload VARCHAR NOT NULL,
    clock VARCHAR NOT NULL CHECK (clock IN ('cpu', 'wall')),
    tare INTEGER,                     -- the cell that is subtracted
    twin_of INTEGER,                  -- the cell that this one repeats, to check the run itself
    baseline INTEGER,                 -- the cell that stands for plain JSON
    fidelity VARCHAR NOT NULL CHECK (fidelity IN ('exact', 'lossy', 'failed', 'unsupported')),
    losses VARCHAR[] NOT NULL,
    notes VARCHAR[] NOT NULL,
    detail VARCHAR NOT NULL,
    bytes BIGINT,                     -- encoded: what this codec made, or was given to decode
    compressed_bytes JSON,            -- the same after each compressor
    released DATE,                    -- when the version of the library that the project pins was
    instructions DOUBLE,              -- per pass over the payload; a codec's are without those of its tare
    counter VARCHAR,                  -- the unit of what an emulated board counts in the place of time
    flash_bytes BIGINT,               -- what the codec adds to a board's firmware
    ram_bytes BIGINT,                 -- and to what that takes of RAM from its start
    policies JSON NOT NULL,
    links JSON NOT NULL,              -- homepage, documentation, licence, source
    PRIMARY KEY (run, cell)
);

CREATE TABLE IF NOT EXISTS samples (
    run VARCHAR NOT NULL,
    cell INTEGER NOT NULL,
    wave INTEGER NOT NULL,            -- which fresh process of its runner
    round INTEGER NOT NULL,           -- which block of that process
    phase TINYINT NOT NULL,           -- 0 first call, 1 warm-up, 2 timed, 3 calibration, 4 warm-up given up
    iterations BIGINT NOT NULL,
    wall_ns BIGINT NOT NULL,
    cpu_ns BIGINT,
    allocated_bytes BIGINT,
    allocated_objects BIGINT,
    peak_bytes BIGINT,                -- the most that one iteration held at once
    pitch_ns BIGINT,                  -- what the tuning fork beside the batch took
    at_ns BIGINT                      -- when the batch ended, since the campaign began to measure
);

-- What an emulated board counted in place of time: two rows a cell, of two boots, which are the same.
CREATE TABLE IF NOT EXISTS counts (
    run VARCHAR NOT NULL,
    cell INTEGER NOT NULL,
    boot TINYINT NOT NULL,
    count BIGINT NOT NULL,            -- of one pass over the payload, the tare included
    allocated_bytes BIGINT,
    allocated_objects BIGINT,
    peak_bytes BIGINT,                -- of the heap
    stack_bytes BIGINT,
    PRIMARY KEY (run, cell, boot)
);

CREATE TABLE IF NOT EXISTS failures (
    run VARCHAR NOT NULL,
    runner VARCHAR NOT NULL,
    codec VARCHAR,
    operation VARCHAR,
    payload VARCHAR,
    stage VARCHAR NOT NULL,           -- build, start, verify, measure, recheck or count
    message VARCHAR NOT NULL
);

CREATE TABLE IF NOT EXISTS compressions (
    run VARCHAR NOT NULL,
    payload VARCHAR NOT NULL,
    format VARCHAR NOT NULL,          -- what was compressed: the payload in its reference encoding
    compressor VARCHAR NOT NULL,      -- gzip, zstd-dict, …
    operation VARCHAR NOT NULL CHECK (operation IN ('compress', 'decompress')),
    wave INTEGER NOT NULL,            -- which fresh process
    iterations BIGINT NOT NULL,       -- passes over all documents of the payload
    wall_ns BIGINT NOT NULL,
    cpu_ns BIGINT NOT NULL
);

CREATE TABLE IF NOT EXISTS sources (
    run VARCHAR NOT NULL,
    path VARCHAR NOT NULL,            -- of an adapter, relative to the project
    text VARCHAR NOT NULL,            -- as it was when the run began
    PRIMARY KEY (run, path)
);

-- What `verify --matrix` and `verify --conformance` found: of codecs, so that every run that weighs these shows it.
CREATE TABLE IF NOT EXISTS findings (
    kind VARCHAR NOT NULL,            -- matrix or conformance
    runner VARCHAR NOT NULL,
    target VARCHAR NOT NULL,
    codec VARCHAR NOT NULL,           -- with its variant
    operation VARCHAR NOT NULL,
    library_version VARCHAR NOT NULL,
    adapter VARCHAR NOT NULL,         -- the SHA-256 of its source file
    found TIMESTAMP NOT NULL,
    finding JSON NOT NULL,
    PRIMARY KEY (kind, runner, target, codec, operation, library_version, adapter)
);

-- What databases lack that an earlier version made.
ALTER TABLE runs ADD COLUMN IF NOT EXISTS quiet_ns DOUBLE;
ALTER TABLE runs ADD COLUMN IF NOT EXISTS spent JSON DEFAULT '{}';
ALTER TABLE samples ADD COLUMN IF NOT EXISTS peak_bytes BIGINT;
ALTER TABLE samples ADD COLUMN IF NOT EXISTS pitch_ns BIGINT;
ALTER TABLE samples ADD COLUMN IF NOT EXISTS at_ns BIGINT;
ALTER TABLE cells ADD COLUMN IF NOT EXISTS compressed_bytes JSON;
ALTER TABLE cells ADD COLUMN IF NOT EXISTS released DATE;
ALTER TABLE cells ADD COLUMN IF NOT EXISTS instructions DOUBLE;
ALTER TABLE cells ADD COLUMN IF NOT EXISTS counter VARCHAR;
ALTER TABLE cells ADD COLUMN IF NOT EXISTS flash_bytes BIGINT;
ALTER TABLE cells ADD COLUMN IF NOT EXISTS ram_bytes BIGINT;
ALTER TABLE payloads ADD COLUMN IF NOT EXISTS whole_documents BIGINT;
ALTER TABLE payloads ADD COLUMN IF NOT EXISTS whole_bytes BIGINT;
ALTER TABLE payloads ADD COLUMN IF NOT EXISTS family INTEGER DEFAULT 1;
ALTER TABLE payloads ADD COLUMN IF NOT EXISTS picked_share DOUBLE;
