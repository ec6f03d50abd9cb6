// One statement with several sets of values, pipelined: all are sent before the first response is read, in
// one round trip (postgresql.org/docs/current/protocol-flow.html, pipelining).
import type { PoolClient } from 'pg';

/** A statement. With a name, a connection prepares it once. */
export interface Statement {
  readonly name?: string;
  readonly text: string;
}

/**
 * Runs a statement once with each set of values, in order. The client must be in a transaction: after a
 * failure, the server executes nothing until its end.
 * @returns the rows of each run
 * @throws the first error
 */
export async function pipelineStatement<Row extends object>(
  client: PoolClient,
  statement: Statement,
  valueSets: readonly (readonly unknown[])[],
): Promise<Row[][]> {
  const { stream } = client.connection;
  // All of them in one write.
  stream.cork();
  const answers = valueSets.map((values) => client.query<Row>({ ...statement, values: [...values] }));
  stream.uncork();
  // The connection is free after the last response.
  const outcomes = await Promise.allSettled(answers);
  return outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value.rows;
  });
}
