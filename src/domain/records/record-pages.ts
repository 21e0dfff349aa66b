import { CALLER, granted } from '../../auth/caller.js';
import type { Reader, Values } from '../../shared/database/reader.js';
import { query } from '../../shared/database/statement.js';
import {
  limitAndOffset,
  pageOfListed,
  type Listed,
  type Page,
  type PageRequest,
} from '../../shared/lists/page.rules.js';
import type { RecordRow } from './record.view.js';

/**
 * The pages of a domain's records in their own order: the first record of a page is looked for in the index alone, from
 * the nearer end, so that the last of 120 pages costs as much as the first.
 */
export class RecordPages {
  private readonly statement;

  /** @param columns of `records r` */
  constructor(name: string, columns: string) {
    this.statement = query<Listed<RecordRow>>(name, textOf(columns));
  }

  /** @param values the caller's key and the domain's id */
  async page(reader: Reader, request: PageRequest, values: Values): Promise<Page<RecordRow>> {
    const rows = await reader.rows(this.statement, [...values, ...limitAndOffset(request)]);
    return pageOfListed(rows, request);
  }
}

function textOf(columns: string): string {
  const skip = (order: string, offset: string) =>
    `(SELECT s.id FROM records s WHERE s.domain_id = d.id ORDER BY s.id ${order} OFFSET ${offset} LIMIT 1)`;
  return `WITH ${CALLER}
    SELECT d.record_count AS results, item.*
    FROM caller JOIN domains d ON d.account_id = caller.account_id
    LEFT JOIN LATERAL (
      SELECT true AS listed, ${columns} FROM records r
      WHERE r.domain_id = d.id AND r.id >= CASE
        WHEN $4::bigint >= d.record_count THEN NULL
        WHEN $4 < d.record_count / 2 THEN ${skip('ASC', '$4')}
        ELSE ${skip('DESC', 'd.record_count - 1 - $4')} END
      ORDER BY r.id LIMIT $3::bigint
    ) item ON true
    WHERE d.id = $2 AND ${granted('domain', 'd.id')}`;
}
