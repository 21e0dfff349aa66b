import type pg from 'pg';

interface Described {
  readonly kind: 'table' | 'view' | 'function' | 'trigger';
  readonly name: string;
  readonly comment: string | null;
  /** Of a table: its columns. Of a trigger: its table. */
  readonly of: string | null;
}

/** The tables, views, functions and triggers of the service, partitions left out. */
export async function described(client: pg.Client): Promise<Described[]> {
  const { rows } = await client.query<Described>(`
    WITH ours AS (SELECT unnest('{public,pdns}'::regnamespace[]) AS oid),
    relations AS (SELECT c.* FROM pg_class c WHERE relnamespace IN (SELECT oid FROM ours) AND NOT relispartition)
    SELECT CASE relkind WHEN 'v' THEN 'view' ELSE 'table' END AS kind, oid::regclass::text AS name, obj_description(oid, 'pg_class') AS comment,
        (SELECT string_agg(attname, ', ' ORDER BY attnum) FROM pg_attribute WHERE attrelid = r.oid AND attnum > 0 AND NOT attisdropped) AS of
      FROM relations r WHERE relkind IN ('r', 'p', 'v') AND relname <> 'schema_migrations'
    UNION ALL SELECT 'function', p.oid::regprocedure::text, obj_description(p.oid, 'pg_proc'), NULL FROM pg_proc p
      WHERE pronamespace IN (SELECT oid FROM ours) AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = p.oid AND deptype = 'e')
    UNION ALL SELECT 'trigger', tgname, obj_description(t.oid, 'pg_trigger'), tgrelid::regclass::text FROM pg_trigger t
      WHERE NOT tgisinternal AND tgrelid IN (SELECT oid FROM relations)
    ORDER BY 1, 2, 4`);
  return rows;
}

/** The page `docs/schema.md`. */
export function schemaPage(all: readonly Described[]): string {
  const of = (kind: Described['kind']) => all.filter((one) => one.kind === kind);
  const counts = (['table', 'view', 'function', 'trigger'] as const).map(
    (kind) => `${of(kind).length} ${kind}s`,
  );
  const sections = [
    `# Schema\n\nMade from the catalogue by \`npm run schema\`: ${counts.join(', ')}. The comments stand in the migrations.\n` +
      'Tables of PowerDNS and the signer are in the schema `pdns`.\n',
    '## Tables\n',
    ...of('table').map(
      ({ name, comment, of: columns }) => `### ${name}\n\n${comment}\n\nColumns: ${columns}.\n`,
    ),
    '## Views\n',
    ...of('view').map(({ name, comment }) => `- \`${name}\`: ${comment}`),
    '\n## Triggers\n\nA trigger stands where another program than the service writes, or where a row must never be without its ' +
      'consequence. Its comment says which.\n',
    ...of('trigger').map(({ name, comment, of: table }) => `- \`${name}\` on \`${table}\`: ${comment}`),
    '\n## Functions\n',
    ...of('function').map(({ name, comment }) => `- \`${name}\`: ${comment}`),
  ];
  return `${sections.join('\n')}\n`;
}
