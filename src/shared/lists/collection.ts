import type { Reader, Values } from '../../database/reader.js';
import { costlyQuery, query, type Query } from '../../database/statement.js';
import type { Fields } from './filter.js';
import { filterCondition, orderClause, Parameters } from './filter-sql.js';
import type { ListRequest } from './list-request.js';
import { limitAndOffset, pageOfListed, type Listed, type Page } from './page.rules.js';

export type { Page };

/** A collection in SQL. */
interface ListSource {
  /** Unique in the service. */
  readonly name: string;
  /** Common table expressions, without `WITH`. */
  readonly with: string;
  /** What the items hang on, of `with`: a row for the caller, or none. */
  readonly of?: string;
  readonly select: string;
  /** The items' tables; the columns of `of` may be named in `where`. */
  readonly from: string;
  readonly where: string;
  /** The list's own order, total; also what ties are broken by. */
  readonly order: string;
  readonly fields: Fields;
  /** A query for the number of rows without a filter, where counting them would cost more. */
  readonly total?: string;
  /**
   * With a `total`, the one column that `order` is by: a page's first row is then looked for in the index, from the nearer
   * end, so that a deep page costs little more than the first.
   */
  readonly key?: string;
}

/** A collection that can be read by page, filter and order. */
export class Collection<Row> {
  readonly fields: Fields;
  private readonly plain: Query<Listed<Row>>;
  private readonly parameterCount: number;

  constructor(private readonly source: ListSource) {
    this.fields = source.fields;
    const given = (source.with + (source.of ?? '') + source.from + source.where).match(/\$\d+/g) ?? [];
    this.parameterCount = Math.max(0, ...given.map((place) => Number(place.slice(1))));
    const [limit, offset] = [this.parameterCount + 1, this.parameterCount + 2];
    const { name, key, where, order, total } = source;
    this.plain = query(
      name,
      key === undefined
        ? this.text(where, order, `$${limit}`, `OFFSET $${offset}`, total)
        : this.text(
            `${where} AND ${this.fromPlace(key, `$${offset}::bigint`)}`,
            order,
            `$${limit}`,
            '',
            total,
          ),
    );
  }

  /** @param values of the source's own parameters. */
  async page(reader: Reader, request: ListRequest, values: Values): Promise<Page<Row>> {
    const limits = limitAndOffset(request);
    const rows =
      request.filter || request.order
        ? await this.filtered(reader, request, [...values], limits)
        : await reader.rows(this.plain, [...values, ...limits]);
    return pageOfListed(rows, request);
  }

  private filtered(
    reader: Reader,
    request: ListRequest,
    values: unknown[],
    limits: number[],
  ): Promise<Listed<Row>[]> {
    const { where, order } = this.source;
    const parameters = new Parameters(values);
    const condition = request.filter ? `${where} AND ${filterCondition(request.filter, parameters)}` : where;
    const ordered = request.order ? orderClause(request.order, order) : order;
    const [limit, offset] = limits.map((value) => `${parameters.add(value)}::bigint`);
    return reader.rows(
      costlyQuery<Listed<Row>>(this.text(condition, ordered, limit!, `OFFSET ${offset!}`), request.taker),
      parameters.values,
    );
  }

  /**
   * One row of totals joined to the page: a nested loop, which keeps the page's order. What the items hang on is a row of
   * its own outside of their query, so that an index that begins with it gives them in their order: nothing is sorted. The
   * total is materialised, or a sub-query of it would run for every row of the page.
   */
  private text(where: string, order: string, limit: string, offset: string, total?: string): string {
    const { with: expressions, of, select, from } = this.source;
    const ofRow = (query: string) =>
      of === undefined ? query : `SELECT found.* FROM ${of} CROSS JOIN LATERAL (${query}) found`;
    return `WITH ${expressions},
        total (results) AS MATERIALIZED (${total ?? ofRow(`SELECT count(*) FROM ${from} WHERE ${where}`)})
      SELECT total.results, item.*
      FROM total LEFT JOIN LATERAL (${ofRow(`SELECT true AS listed, ${select} FROM ${from} WHERE ${where}
        ORDER BY ${order} LIMIT ${limit} ${offset}`)}
      ) item ON true`;
  }

  /** The condition on the rows from the place `offset` on. */
  private fromPlace(key: string, offset: string): string {
    const { from, where, order } = this.source;
    const [onwards, backwards] = order.endsWith(' DESC') ? ['<=', 'ASC'] : ['>=', 'DESC'];
    const skip = (direction: string, rows: string) =>
      `(SELECT ${key} FROM ${from} WHERE ${where} ORDER BY ${direction} OFFSET ${rows} LIMIT 1)`;
    return `${key} ${onwards} CASE WHEN ${offset} >= total.results THEN NULL
      WHEN ${offset} <= total.results / 2 THEN ${skip(order, offset)}
      ELSE ${skip(`${key} ${backwards}`, `total.results - 1 - ${offset}`)} END`;
  }
}

/** A page with each row as the API shows it. */
export function pageOf<Row, Shown>(page: Page<Row>, view: (row: Row) => Shown): Page<Shown> {
  return { data: page.data.map(view), page: page.page, pages: page.pages, results: page.results };
}
