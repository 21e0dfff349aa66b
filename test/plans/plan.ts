import pg from 'pg';
import type { Observed } from './observed.js';

/** A node of EXPLAIN (FORMAT JSON). */
interface Node {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Sort Key'?: readonly string[];
  /** Only after EXPLAIN (ANALYZE, BUFFERS). */
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly Node[];
}

/**
 * What of a statement's plan costs more the more there is: scans of whole tables and sorts. A prepared statement is
 * planned as the service's sessions do it, whatever the values; text made for one request is planned for its values.
 */
export async function costly(client: pg.Client, statement: Observed, large: ReadonlySet<string>) {
  const found: string[] = [];
  visit(await planOf(client, statement), (node, parent) => {
    const { 'Node Type': type, 'Relation Name': table = '', 'Sort Key': keys = [] } = node;
    if (type.includes('Seq Scan') && large.has(table)) found.push(`${type} of ${table}`);
    if (type === 'Sort' && parent?.['Node Type'] !== 'Aggregate') found.push(`Sort by ${keys.join(', ')}`);
  });
  return found;
}

/** How many blocks PostgreSQL touches for a prepared statement with its values, by the plan for any values. */
export async function blocksOf(client: pg.Client, { text, values = [] }: Observed): Promise<number> {
  await client.query(`PREPARE observed AS ${text}`);
  try {
    const { 'Shared Hit Blocks': hit, 'Shared Read Blocks': read } = rootOf(
      await client.query(
        `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE observed (${values.map(literal).join(', ')})`,
      ),
    );
    return hit + read;
  } finally {
    await client.query('DEALLOCATE observed');
  }
}

function literal(value: unknown): string {
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`;
  return pg.escapeLiteral(value instanceof Date ? value.toISOString() : String(value));
}

async function planOf(client: pg.Client, { name, text, values = [] }: Observed): Promise<Node> {
  if (name === undefined) return rootOf(await client.query(`EXPLAIN (FORMAT JSON) ${text}`, values));
  await client.query(`PREPARE observed AS ${text}`);
  try {
    const nothing = values.length === 0 ? '' : `(${values.map(() => 'NULL').join(', ')})`;
    return rootOf(await client.query(`EXPLAIN (FORMAT JSON) EXECUTE observed ${nothing}`));
  } finally {
    await client.query('DEALLOCATE observed');
  }
}

function rootOf({ rows }: pg.QueryResult): Node {
  return (rows as [{ 'QUERY PLAN': [{ Plan: Node }] }])[0]['QUERY PLAN'][0].Plan;
}

function visit(node: Node, look: (node: Node, parent?: Node) => void, parent?: Node): void {
  look(node, parent);
  for (const child of node.Plans ?? []) visit(child, look, node);
}
