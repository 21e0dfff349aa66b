/**
 * The end of a statement of an optimistic change: the row that it changed; when it found nothing to change, what was read
 * is no longer so, and the change is decided on anew.
 * @param changed the common table expression that returns the row, with an `id`
 */
export function changedOrStale(changed: string, columns: string): string {
  return `SELECT ${columns} FROM (SELECT) once LEFT JOIN ${changed} ON true WHERE ${changed}.id IS NOT NULL OR stale()`;
}
