import type { Reader, Values } from '../../database/reader.js';
import { costlyQuery, listQuery, query, type Query } from '../../database/statement.js';
import { withSizeOf } from '../limits/long-lists.js';
import type { Fields } from './filter.js';
import type { Cursor } from './cursors.js';
import { filterCondition, orderClause } from './filter-sql.js';
import { afterPlace, orderBy, placeOf, type ListKey } from './list-key.js';
import type { ListRequest } from './list-request.js';
import { limitAndOffset, pageOfListed, type CursorPage, type Listed, type Page } from './page.rules.js';
import { Parameters } from './parameters.js';

export type { Page };

/** A collection in SQL. */
interface ListSource {
  /** Unique in the service. */
  readonly name: string;
  /** Common table expressions, without `WITH`. */
  readonly with: string;
  /** What the items belong to, from `with`: one row for the caller, or none. */
  readonly of?: string;
  readonly select: string;
  /** The items' tables; `where` may use the columns of `of`. */
  readonly from: string;
  readonly where: string;
  /** The list's own order; also what ties are broken by. */
  readonly key: ListKey;
  /** The order of the key in other words, where PostgreSQL sorts by those faster. */
  readonly order?: string;
  /** The greatest key comes first. */
  readonly descending?: true;
  readonly fields: Fields;
  /**
   * A query for the number of rows without a filter, where counting them would cost more. The key must then be one column:
   * a page's first row is looked for in its index, from the nearer end, so that a deep page costs little more than the first.
   */
  readonly total?: string;
}

/** A row that a cursor finds, with its place in the list's order. */
type Placed<Row> = Row & { readonly place: readonly string[] };

/** A collection that can be read by page, filter and order. */
export class Collection<Row> {
  readonly fields: Fields;
  private readonly order: string;
  private readonly plain: Query<Listed<Row>>;
  private readonly start: Query<Placed<Row>>;
  private readonly onwards: Query<Placed<Row>>;

  constructor(private readonly source: ListSource) {
    const { name, key, where, total, descending = false } = source;
    this.fields = source.fields;
    this.order = source.order ?? orderBy(key, descending);
    const given = (source.with + (source.of ?? '') + source.from + where).match(/\$\d+/g) ?? [];
    const parameterCount = Math.max(0, ...given.map((place) => Number(place.slice(1))));
    const [limit, offset] = [`$${parameterCount + 1}`, `$${parameterCount + 2}`];
    this.plain = query(
      name,
      total === undefined
        ? this.text(where, this.order, limit, `OFFSET ${offset}`)
        : this.text(`${where} AND ${this.fromPlace(`${offset}::bigint`)}`, this.order, limit, '', total),
    );
    const places = new Parameters(Array.from({ length: parameterCount + 1 }));
    const after = afterPlace(key, descending, [], places);
    this.start = query(`${name}.start`, this.cursorText(where, this.order, limit));
    this.onwards = query(`${name}.onwards`, this.cursorText(`${where} AND ${after}`, this.order, limit));
  }

  /** @param values of the source's own parameters. */
  async page(reader: Reader, request: ListRequest, values: Values): Promise<Page<Row>> {
    if (request.cursor) return this.afterCursor(reader, request, request.cursor, values);
    const limits = limitAndOffset(request);
    const rows =
      request.filter || request.order
        ? await this.filtered(reader, request, [...values], limits)
        : await reader.rows(listQuery(this.plain, request.taker), [...values, ...limits]);
    return pageOfListed(rows, request);
  }

  private filtered(
    reader: Reader,
    request: ListRequest,
    values: unknown[],
    limits: number[],
  ): Promise<Listed<Row>[]> {
    const parameters = new Parameters(values);
    const condition = this.filterCondition(request, parameters);
    const ordered = request.order ? orderClause(request.order, this.source.key, this.order) : this.order;
    const [limit, offset] = limits.map((value) => `${parameters.add(value)}::bigint`);
    return reader.rows(
      costlyQuery<Listed<Row>>(this.text(condition, ordered, limit!, `OFFSET ${offset!}`), request.taker),
      parameters.values,
    );
  }

  private filterCondition({ filter }: ListRequest, parameters: Parameters): string {
    const { where } = this.source;
    return filter ? `${where} AND ${filterCondition(filter, parameters)}` : where;
  }

  /** Asks for a row more than it shows: whether there is one. */
  private async afterCursor(
    reader: Reader,
    request: ListRequest,
    cursor: Cursor,
    values: Values,
  ): Promise<CursorPage<Row>> {
    const { filter, order, pageSize } = request;
    const limited = [...values, pageSize + 1];
    const rows =
      filter || order
        ? await this.filteredAfter(reader, request, cursor, limited)
        : cursor.after
          ? await reader.rows(listQuery(this.onwards, request.taker), [...limited, ...cursor.after])
          : await reader.rows(listQuery(this.start, request.taker), limited);
    const data = withSizeOf(rows, rows.slice(0, pageSize));
    return { data, nextCursor: rows.length > pageSize ? cursor.next(data.at(-1)!.place) : null };
  }

  private filteredAfter(
    reader: Reader,
    request: ListRequest,
    { after }: Cursor,
    limited: unknown[],
  ): Promise<Placed<Row>[]> {
    const { key, descending = false } = this.source;
    const limit = `$${limited.length}::bigint`;
    const parameters = new Parameters(limited);
    const isDescending = request.order?.descending ?? descending;
    const filtered = this.filterCondition(request, parameters);
    const condition = after
      ? `${filtered} AND ${afterPlace(key, isDescending, after, parameters)}`
      : filtered;
    const text = this.cursorText(condition, orderBy(key, isDescending), limit);
    return reader.rows(costlyQuery<Placed<Row>>(text, request.taker), parameters.values);
  }

  /**
   * One row of totals joined to the page: a nested loop, which keeps the page's order. What the items hang on is a row of
   * its own outside of their query, so that an index that begins with it gives them in their order: nothing is sorted. The
   * total is materialised, or a sub-query of it would run for every row of the page.
   */
  private text(where: string, order: string, limit: string, offset: string, total?: string): string {
    const { with: expressions, select, from } = this.source;
    return `WITH ${expressions},
        total (results) AS MATERIALIZED (${total ?? this.ofRow(`SELECT count(*) FROM ${from} WHERE ${where}`)})
      SELECT total.results, item.*
      FROM total LEFT JOIN LATERAL (${this.ofRow(`SELECT true AS listed, ${select} FROM ${from} WHERE ${where}
        ORDER BY ${order} LIMIT ${limit} ${offset}`)}
      ) item ON true`;
  }

  /** As `text`, without the total. */
  private cursorText(where: string, order: string, limit: string): string {
    const { with: expressions, key, select, from } = this.source;
    return `WITH ${expressions} ${this.ofRow(
      `SELECT ${placeOf(key)} AS place, ${select} FROM ${from} WHERE ${where} ORDER BY ${order} LIMIT ${limit}`,
    )}`;
  }

  private ofRow(items: string): string {
    const { of } = this.source;
    return of === undefined ? items : `SELECT found.* FROM ${of} CROSS JOIN LATERAL (${items}) found`;
  }

  /** The condition for the rows from position `offset` on. */
  private fromPlace(offset: string): string {
    const { from, where, key, descending = false } = this.source;
    const [column] = Object.keys(key);
    const skip = (isDescending: boolean, rows: string) =>
      `(SELECT ${column} FROM ${from} WHERE ${where} ORDER BY ${orderBy(key, isDescending)} OFFSET ${rows} LIMIT 1)`;
    return `${column} ${descending ? '<=' : '>='} CASE WHEN ${offset} >= total.results THEN NULL
      WHEN ${offset} <= total.results / 2 THEN ${skip(descending, offset)}
      ELSE ${skip(!descending, `total.results - 1 - ${offset}`)} END`;
  }
}

/** A page with each row as the API shows it. */
export function pageOf<Row, Shown>(page: Page<Row>, view: (row: Row) => Shown) {
  const data = withSizeOf(page.data, page.data.map(view));
  if ('nextCursor' in page) return { data, next_cursor: page.nextCursor };
  return { data, page: page.page, pages: page.pages, results: page.results };
}
