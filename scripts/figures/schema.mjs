import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const MIGRATIONS = fileURLToPath(new URL('../../migrations/', import.meta.url));
/** A trigger's name is unique on its table alone. */
const MADE_OR_DROPPED =
  /^(CREATE(?: OR REPLACE)?(?: CONSTRAINT)?|DROP|COMMENT ON) (FUNCTION|TRIGGER)(?: IF EXISTS)? ([\w.]+)(?:[^;]*?\bON ([\w.]+))?/gm;

const migrations = readdirSync(MIGRATIONS)
  .filter((name) => name.endsWith('.up.sql'))
  .sort()
  .map((name) => readFileSync(MIGRATIONS + name, 'utf8'));

/** The lines of all migrations upwards. */
export function sqlLines() {
  return migrations.join('').split('\n').length - 1;
}

/**
 * The functions or triggers that all migrations leave behind, and those without a comment.
 * @param {'FUNCTION' | 'TRIGGER'} kind
 */
export function madeBySql(kind) {
  const [made, commented] = [new Set(), new Set()];
  for (const [, verb, what, name, table] of migrations.join('').matchAll(MADE_OR_DROPPED)) {
    if (what !== kind) continue;
    const key = kind === 'TRIGGER' ? `${name} on ${table}` : name;
    if (verb === 'DROP') made.delete(key);
    else (verb === 'COMMENT ON' ? commented : made).add(key);
  }
  return { made: [...made], bare: [...made].filter((key) => !commented.has(key)) };
}
