import type { Reader } from '../database/reader.js';
import { Collection, type Page } from '../shared/lists/collection.js';
import type { Fields } from '../shared/lists/filter.js';
import type { ListRequest } from '../shared/lists/list-request.js';
import { ANY_CALLER, granted, unrestrictedCaller, type Caller } from './caller.js';
import { reachesAll } from './narrowing/narrowing.rules.js';
import type { Narrowable } from './narrowing/narrowing.js';

interface GrantedSource {
  readonly name: string;
  readonly select: string;
  readonly table: string;
  /** The table's alias in `select` and `fields`. */
  readonly alias: string;
  /** The column of `accounts` that counts the account's rows. */
  readonly counter: string;
  readonly fields: Fields;
}

/**
 * The entities of one kind that a caller may see. For a restricted user, and for a narrowed token,
 * the cost of a page depends on the entities that grants or the token name, not on those of the
 * account.
 */
export class GrantedCollection<Row> {
  readonly fields: Fields;
  private readonly all: Collection<Row>;
  private readonly ofUser: Collection<Row>;
  private readonly ofToken: Collection<Row>;

  constructor(
    private readonly kind: Narrowable,
    { name, select, table, alias, counter, fields }: GrantedSource,
  ) {
    const [id, ofAccount] = [`${alias}.id`, `${alias}.account_id = caller.account_id`];
    const source = { select, of: 'caller', where: ofAccount, fields } as const;
    const visible = { ...source, with: ANY_CALLER, where: `${ofAccount} AND ${granted(kind, id)}` };
    this.fields = fields;
    this.all = new Collection({
      ...source,
      name,
      with: unrestrictedCaller(kind),
      from: `${table} ${alias}`,
      key: { [id]: 'bigint' },
      total: `SELECT a.${counter} FROM caller JOIN accounts a ON a.id = caller.account_id`,
    });
    this.ofUser = new Collection({
      ...visible,
      name: `${name}.ofUser`,
      from: `grants named JOIN ${table} ${alias} ON ${id} = named.${kind}_id
        AND named.user_id = caller.user_id AND named.${kind}_id IS NOT NULL`,
      key: { [`named.${kind}_id`]: 'bigint' },
    });
    this.ofToken = new Collection({
      ...visible,
      name: `${name}.ofToken`,
      from: `(SELECT DISTINCT ${kind}_id FROM token_restrictions WHERE token_id = caller.token_id) named
        JOIN ${table} ${alias} ON ${id} = named.${kind}_id`,
      key: { [`named.${kind}_id`]: 'bigint' },
    });
  }

  page(reader: Reader, { key, restricted, narrowing }: Caller, request: ListRequest): Promise<Page<Row>> {
    const ofAny = reachesAll(narrowing, this.kind) ? this.all : this.ofToken;
    return (restricted ? this.ofUser : ofAny).page(reader, request, [key]);
  }
}
