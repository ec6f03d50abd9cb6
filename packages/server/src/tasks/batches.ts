// Rows for a thread are copied in batches, between which this thread does other work.

const BATCH_BYTES = 256 * 1024;

/** A row of the store; only its texts can be long. */
type Row = object;

/** The rows in batches. */
export function* inBatches<R extends Row>(rows: readonly R[]): Generator<R[]> {
  let batch: R[] = [];
  let bytes = 0;
  for (const row of rows) {
    batch.push(row);
    bytes += sizeOf(row);
    if (bytes < BATCH_BYTES) continue;
    yield batch;
    [batch, bytes] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}

/** The size of rows, in characters. */
export function sizeOfRows(rows: readonly Row[]): number {
  return rows.reduce((sum: number, row) => sum + sizeOf(row), 0);
}

function sizeOf(row: Row): number {
  return Object.values(row).reduce(
    (sum: number, value: unknown) => sum + (typeof value === 'string' ? value.length : 8),
    0,
  );
}
