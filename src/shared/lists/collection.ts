import type { Reader, Values } from '../../database/reader.js';
import { costlyQuery, listQuery, query, type Query } from '../../database/statement.js';
import { withSizeOf } from '../limits/long-lists.js';
import type { Fields, Order } from './filter.js';
import type { Cursor } from './cursors.js';
import { filterCondition, orderClause } from './filter-sql.js';
import { afterPosition, orderBy, positionOf, type ListKey } from './list-key.js';
import type { ListRequest } from './list-request.js';
import { limitAndOffset, pageOfListed, type CursorPage, type Listed, type Page } from './page.rules.js';
import { Parameters } from './parameters.js';

export type { Page };

/** A collection in SQL. */
interface ListSource {
  /** Unique in the service. */
  readonly name: string;
  /** Common table expressions, without `WITH`. */
  readonly with?: string;
  /** The owner of the items, from `with`: one row for the caller, or none. */
  readonly of?: string;
  readonly select: string;
  /** The items' tables; `where` may use the columns of `of`. */
  readonly from: string;
  readonly where: string;
  /** The list's default order; it also breaks ties (D-36). */
  readonly key: ListKey;
  /** An equivalent ORDER BY that PostgreSQL sorts faster. */
  readonly order?: string;
  /** Sorts by descending keys. */
  readonly descending?: true;
  readonly fields: Fields;
  /**
   * A query for the number of rows without a filter, when it is cheaper than counting them. The key
   * must then be one column. PostgreSQL finds the first row of a page in the key's index, from the
   * nearer end, so that a deep page costs little more than the first.
   */
  readonly total?: string;
}

/** A row of a list by cursor, with its position in the list's order. */
type Positioned<Row> = Row & { position: readonly string[] | undefined };

/** A collection that clients read by page, filter and order. */
export class Collection<Row> {
  readonly fields: Fields;
  private readonly order: string;
  private readonly plain: Query<Listed<Row>>;
  private readonly start: Query<Positioned<Row>>;
  private readonly onwards: Query<Positioned<Row>>;

  constructor(private readonly source: ListSource) {
    const { name, key, where, total, descending = false } = source;
    this.fields = source.fields;
    this.order = source.order ?? orderBy(key, descending);
    const given = [source.with, source.of, source.from, where].join(' ').match(/\$\d+/g) ?? [];
    const parameterCount = Math.max(0, ...given.map((placeholder) => Number(placeholder.slice(1))));
    const [limit, offset] = [`$${parameterCount + 1}`, `$${parameterCount + 2}`];
    this.plain = query(
      name,
      total === undefined
        ? this.text(where, this.order, limit, `OFFSET ${offset}`)
        : this.text(`${where} AND ${this.fromPosition(`${offset}::bigint`)}`, this.order, limit, '', total),
    );
    const parameters = new Parameters(Array.from({ length: parameterCount + 1 }));
    const after = afterPosition(key, descending, [], parameters);
    this.start = query(`${name}.start`, this.cursorText(where, this.order, limit));
    this.onwards = query(`${name}.onwards`, this.cursorText(`${where} AND ${after}`, this.order, limit));
  }

  /** @param values of the source's own parameters */
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
    const ordered = request.order ? this.orderOf(request.order) : this.order;
    const [limit, offset] = limits.map((value) => `${parameters.add(value)}::bigint`);
    return reader.rows(
      costlyQuery<Listed<Row>>(this.text(condition, ordered, limit!, `OFFSET ${offset!}`), request.taker),
      parameters.values,
    );
  }

  private orderOf(order: Order): string {
    const { key, descending } = this.source;
    // A list that is newest first is oldest first when the request says so, also among ties.
    const ties = descending && !order.descending ? orderBy(key, false) : this.order;
    return orderClause(order, key, ties);
  }

  private filterCondition({ filter }: ListRequest, parameters: Parameters): string {
    const { where } = this.source;
    return filter ? `${where} AND ${filterCondition(filter, parameters)}` : where;
  }

  /** Reads one row more than it returns, to know whether more rows follow. */
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
    const nextCursor = rows.length > pageSize ? cursor.next(data.at(-1)!.position!) : null;
    // As in `pageOfListed`.
    for (const row of data) row.position = undefined;
    return { data, nextCursor };
  }

  private filteredAfter(
    reader: Reader,
    request: ListRequest,
    { after }: Cursor,
    limited: unknown[],
  ): Promise<Positioned<Row>[]> {
    const { key, descending = false } = this.source;
    const limit = `$${limited.length}::bigint`;
    const parameters = new Parameters(limited);
    const isDescending = request.order?.descending ?? descending;
    const filtered = this.filterCondition(request, parameters);
    const condition = after
      ? `${filtered} AND ${afterPosition(key, isDescending, after, parameters)}`
      : filtered;
    const text = this.cursorText(condition, orderBy(key, isDescending), limit);
    return reader.rows(costlyQuery<Positioned<Row>>(text, request.taker), parameters.values);
  }

  /**
   * Joins the one row of totals to the page by a nested loop, which keeps the page's order. The
   * owner is a row outside of the items' query, so that an index that begins with the owner returns
   * items in order, without a sort. The total is materialised, otherwise its sub-query would run
   * for each row of the page.
   */
  private text(where: string, order: string, limit: string, offset: string, total?: string): string {
    const { with: expressions, select, from } = this.source;
    return `WITH ${expressions === undefined ? '' : `${expressions},`}
        total (results) AS MATERIALIZED (${total ?? this.ofRow(`SELECT count(*) FROM ${from} WHERE ${where}`)})
      SELECT total.results, item.*
      FROM total LEFT JOIN LATERAL (${this.ofRow(`SELECT true AS listed, ${select} FROM ${from} WHERE ${where}
        ORDER BY ${order} LIMIT ${limit} ${offset}`)}
      ) item ON true`;
  }

  /** As `text`, without the total. */
  private cursorText(where: string, order: string, limit: string): string {
    const { with: expressions, key, select, from } = this.source;
    return `${expressions === undefined ? '' : `WITH ${expressions}`} ${this.ofRow(
      `SELECT ${positionOf(key)} AS position, ${select} FROM ${from} WHERE ${where} ORDER BY ${order} LIMIT ${limit}`,
    )}`;
  }

  private ofRow(items: string): string {
    const { of } = this.source;
    return of === undefined ? items : `SELECT found.* FROM ${of} CROSS JOIN LATERAL (${items}) found`;
  }

  /** The condition on rows from position `offset` on. */
  private fromPosition(offset: string): string {
    const { from, where, key, descending = false } = this.source;
    const [column] = Object.keys(key);
    const skip = (isDescending: boolean, rows: string) =>
      `(SELECT ${column} FROM ${from} WHERE ${where} ORDER BY ${orderBy(key, isDescending)} OFFSET ${rows} LIMIT 1)`;
    return `${column} ${descending ? '<=' : '>='} CASE WHEN ${offset} >= total.results THEN NULL
      WHEN ${offset} <= total.results / 2 THEN ${skip(descending, offset)}
      ELSE ${skip(!descending, `total.results - 1 - ${offset}`)} END`;
  }
}

/** Converts the rows of a page to the form of the API. */
export function pageOf<Row, Shown>(page: Page<Row>, view: (row: Row) => Shown) {
  const data = withSizeOf(page.data, page.data.map(view));
  if ('nextCursor' in page) return { data, next_cursor: page.nextCursor };
  return { data, page: page.page, pages: page.pages, results: page.results };
}
