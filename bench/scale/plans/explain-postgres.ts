// Explains a query to PostgreSQL: how many rows it touches, and which tables it scans.
import type pg from 'pg';
import type { SentStatement } from '../engines/engine.ts';
import { NOTHING, type Plan } from './plan.ts';

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows'?: number;
  readonly 'Actual Loops'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly 'Shared Hit Blocks'?: number;
  readonly 'Shared Read Blocks'?: number;
  readonly Plans?: readonly PlanNode[];
}

// PostgreSQL always scans a table with so few rows, even with indexes.
const FEW_ROWS = 1000;

const UNIQUE_VIOLATION = '23505';

/** Explains the query in a transaction and rolls it back. */
export async function explainPostgres(client: pg.ClientBase, { text, values }: SentStatement): Promise<Plan> {
  await client.query('begin');
  try {
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `explain (analyze, buffers, format json) ${text}`,
      [...values],
    );
    const root = rows[0]?.['QUERY PLAN'][0].Plan;
    return root === undefined ? NOTHING : sumUp(root);
  } catch (error) {
    // The row exists already, so the insert cannot run again. An insert alone reads nothing.
    if ((error as { code?: string }).code === UNIQUE_VIOLATION) return NOTHING;
    throw error;
  } finally {
    await client.query('rollback');
  }
}

function sumUp(root: PlanNode): Plan {
  const nodes = [...walk(root)];
  const scans = nodes.filter(({ 'Node Type': type }) => type.endsWith('Scan'));
  return {
    rows: scans.reduce((sum, node) => sum + touchedRows(node), 0),
    pages: (root['Shared Hit Blocks'] ?? 0) + (root['Shared Read Blocks'] ?? 0),
    scanned: namesOf(
      scans.filter((node) => node['Node Type'] === 'Seq Scan' && touchedRows(node) > FEW_ROWS),
      'Relation Name',
    ),
    indexes: namesOf(scans, 'Index Name'),
  };
}

function* walk(node: PlanNode): Generator<PlanNode> {
  yield node;
  for (const child of node.Plans ?? []) yield* walk(child);
}

function touchedRows(node: PlanNode): number {
  const each =
    (node['Actual Rows'] ?? 0) +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0);
  return each * (node['Actual Loops'] ?? 1);
}

function namesOf(nodes: readonly PlanNode[], field: 'Relation Name' | 'Index Name'): string[] {
  return [...new Set(nodes.flatMap((node) => node[field] ?? []))];
}
