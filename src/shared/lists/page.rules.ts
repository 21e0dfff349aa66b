import type { Faults } from '../errors/faults.js';
import { withSizeOf } from '../limits/long-lists.js';

const MAX_PAGE = Number.MAX_SAFE_INTEGER;
const MAX_PAGE_SIZE = 500;
const DEFAULT_PAGE_SIZE = 100;

/** A page of a collection. */
export interface PageRequest {
  readonly page: number;
  readonly pageSize: number;
}

/** One page of a collection, and the size of the whole collection (spec: Common conventions). */
interface NumberedPage<Row> {
  readonly data: readonly Row[];
  readonly page: number;
  readonly pages: number;
  readonly results: number;
}

/** A part of a collection by cursor, and the next cursor; null at the end (D-236). */
export interface CursorPage<Row> {
  readonly data: readonly Row[];
  readonly nextCursor: string | null;
}

export type Page<Row> = NumberedPage<Row> | CursorPage<Row>;

/**
 * The members of a page's row besides its own columns: the size of the whole collection, and
 * `listed`, which is null when the page has no rows.
 */
interface Counted {
  results: number | undefined;
  listed: boolean | null | undefined;
}

export type Listed<Row> = Row & Counted;

/** A query parameter; an array when it was repeated. */
export type QueryValue = string | string[] | undefined;

/** Parses the page of a query. Adds faults to `faults` (D-04, D-05, D-06). */
export function pageRequest(
  { page, page_size: pageSize }: Readonly<Record<string, QueryValue>>,
  faults: Faults,
): PageRequest {
  return {
    page: parseCount('page', page, 1, MAX_PAGE, faults),
    pageSize: parseCount('page_size', pageSize, DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, faults),
  };
}

/** The maximum number of rows on the page, and the number of rows before it. */
export function limitAndOffset({ page, pageSize }: PageRequest): [limit: number, offset: number] {
  return [pageSize, (page - 1) * pageSize];
}

/** The page with these rows. It is empty past the end, and for an empty collection (D-04, D-07). */
export function pageOfListed<Row>(
  rows: readonly Listed<Row>[],
  { page, pageSize }: PageRequest,
): NumberedPage<Row> {
  const results = rows[0]?.results ?? 0;
  const data = withSizeOf(
    rows,
    rows.filter(({ listed }) => listed),
  );
  // The response shows the row itself (`Resource.shown`), and JSON omits undefined members. A copy
  // would double the time of a list.
  for (const row of data as readonly Counted[]) row.results = row.listed = undefined;
  return { data, page, pages: Math.max(1, Math.ceil(results / pageSize)), results };
}

function parseCount(name: string, value: QueryValue, byDefault: number, max: number, faults: Faults): number {
  if (value === undefined) return byDefault;
  const count = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : 0;
  if (count < 1 || count > max) faults.add(name, 'value_out_of_range', { minimum: 1, maximum: max });
  return count;
}
