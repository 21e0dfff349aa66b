import type pg from 'pg';

/** Every column, constraint, index, trigger, function, view, extension and comment that is not PostgreSQL's own. */
export async function definitions(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ definition: string }>(`
    WITH ours AS (SELECT oid FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema')
    SELECT concat_ws(' ', table_schema, table_name, column_name, udt_name, character_maximum_length, is_nullable,
        column_default, is_identity, generation_expression) AS definition
      FROM information_schema.columns WHERE table_schema::regnamespace IN (SELECT oid FROM ours)
    UNION ALL SELECT concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid))
      FROM pg_constraint WHERE connamespace IN (SELECT oid FROM ours)
    UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname::regnamespace IN (SELECT oid FROM ours)
    UNION ALL SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
    UNION ALL SELECT pg_get_viewdef(oid) FROM pg_class WHERE relkind = 'v' AND relnamespace IN (SELECT oid FROM ours)
    UNION ALL SELECT pg_get_functiondef(oid) FROM pg_proc f WHERE prokind = 'f' AND pronamespace IN (SELECT oid FROM ours)
      AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = f.oid AND deptype = 'e')
    UNION ALL SELECT concat_ws(' ', extname, 'in', extnamespace::regnamespace) FROM pg_extension WHERE extname <> 'plpgsql'
    UNION ALL SELECT concat_ws(' ', pg_describe_object(classoid, objoid, objsubid), description) FROM pg_description
      WHERE objoid IN (SELECT oid FROM pg_class WHERE relnamespace IN (SELECT oid FROM ours)
        UNION ALL SELECT oid FROM pg_proc WHERE pronamespace IN (SELECT oid FROM ours)
        UNION ALL SELECT oid FROM pg_trigger
        UNION ALL SELECT oid FROM ours WHERE oid <> 'public'::regnamespace)
    ORDER BY 1`);
  return rows.map(({ definition }) => definition);
}
