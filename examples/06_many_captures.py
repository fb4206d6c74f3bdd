"""A folder of captures as one table: the slowest passes of every scene and adapter, asked of DuckDB.

python examples/06_many_captures.py FOLDER     # pip install 'framescope[parquet]' duckdb
"""

import sys
from pathlib import Path

import duckdb

from framescope.profile.capture import open_capture
from framescope.profile.errors import CaptureError
from framescope.profile.export.parquet_table import write_parquet
from framescope.profile.export.whole_file import whole_file

SLOWEST = """
    WITH per_frame AS (  -- a graph pass may open several GPU passes a frame
        SELECT scene, adapter, capture_id, frame, coalesce(pass, label) AS pass, sum(duration_ns) AS ns
        FROM read_parquet($tables, union_by_name = true)
        WHERE state = 'timed' AND frame >= 10  -- without the warm-up
        GROUP BY ALL
    )
    SELECT scene, adapter, pass,
           count(DISTINCT capture_id) AS captures,
           count(*) AS frames,
           round(quantile_disc(ns, 0.5) / 1e6, 3) AS median_ms,
           round(quantile_disc(ns, 0.95) / 1e6, 3) AS p95_ms
    FROM per_frame
    GROUP BY scene, adapter, pass
    ORDER BY median_ms DESC, pass
    LIMIT 20
"""

if len(sys.argv) != 2 or not Path(sys.argv[1]).is_dir():
    what = f"{sys.argv[1]} is no folder" if len(sys.argv) == 2 else "one folder of captures is wanted"
    print(f"{what}; python {sys.argv[0]} FOLDER", file=sys.stderr)
    sys.exit(2)
folder = Path(sys.argv[1])
for path in sorted(folder.glob("*.sgpt")):
    table = path.with_suffix(".parquet")
    if table.exists():
        continue
    try:
        with open_capture(path) as capture, whole_file(table) as file:
            write_parquet(capture, file)
    except CaptureError as error:  # one bad file among a thousand
        print(f"{path}: {error}", file=sys.stderr)
if not any(folder.glob("*.parquet")):
    print(f"{folder} holds no capture that can be read", file=sys.stderr)
    sys.exit(2)
duckdb.sql(SLOWEST, params={"tables": str(folder / "*.parquet")}).show(max_width=200)
