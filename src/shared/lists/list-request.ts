import {
  createParamDecorator,
  Inject,
  Injectable,
  type ExecutionContext,
  type PipeTransform,
} from '@nestjs/common';
import type { Request } from 'express';
import { Faults } from '../errors/faults.js';
import { clientAddress } from '../http/request/client-address.js';
import { checkFlag } from '../http/request/flag.decorator.js';
import type { TurnTaker } from '../limits/turns.js';
import { Encryption } from '../secrets/encryption.js';
import { Cursors, type Cursor } from './cursors.js';
import { documentedList } from './list-request.document.js';
import type { Fields, FilterRequest } from './filter.js';
import { FilterError, parseFilterHeader } from './filter-parser.js';
import { pageRequest, type PageRequest, type QueryValue } from './page.rules.js';

/** A request for a collection: page, filter and order. */
export interface ListRequest extends PageRequest, FilterRequest {
  /** Set instead of a page number when the request has a cursor. */
  readonly cursor?: Cursor;
  /** The taker of turns: the account, or the client's address without an account. */
  readonly taker: TurnTaker;
}

/** The fields that the guard sets, and the page for `Link`. */
interface DecidedRequest extends Request {
  readonly access?: { readonly caller?: { readonly accountId: number; readonly userId: number } | undefined };
  listed?: PageRequest & { readonly more: readonly string[] };
}

interface AskedList {
  readonly request: DecidedRequest;
  readonly fields: Fields;
  /** The names of the flags in the query, which the links keep. */
  readonly flags: readonly string[];
}

/** Parses the query and the filter of a request for a collection. */
@Injectable()
class ListRequestPipe implements PipeTransform<AskedList, ListRequest> {
  private readonly cursors: Cursors;

  constructor(@Inject(Encryption) encryption: Encryption) {
    this.cursors = new Cursors(encryption);
  }

  transform({ request, fields, flags }: AskedList): ListRequest {
    const { query, headers, path, access } = request;
    const filter = (headers['x-filter'] as string | undefined) ?? '';
    const binding = { path: path.replace(/\/$/, ''), userId: access?.caller?.userId, filter };
    const taker = access?.caller?.accountId ?? clientAddress(request);
    const readCursor = (text: string) => this.cursors.read(text, binding);
    const asked = parseListRequest(query as Query, filter, { fields, flags }, readCursor);
    const more = flags
      .filter((name) => query[name] !== undefined)
      .map((name) => `${name}=${encodeURIComponent(String(query[name]))}`);
    request.listed = { ...asked, more };
    return { ...asked, taker };
  }
}

/**
 * Injects the page or the cursor, the size and the filter of a request for a collection with these
 * fields.
 * @param chosen the fields of a request, if its query selects them
 * @param flags the names of the query's flags that select them
 */
export function List(
  fields: Fields,
  chosen: (query: Request['query']) => Fields = () => fields,
  flags: readonly string[] = [],
): ParameterDecorator {
  const decorate = createParamDecorator((_: unknown, context: ExecutionContext): AskedList => {
    const request = context.switchToHttp().getRequest<DecidedRequest>();
    return { request, fields: chosen(request.query), flags };
  })(ListRequestPipe);
  return (target, property, index) => {
    decorate(target, property, index);
    documentedList(fields)(target, property!);
  };
}

type Query = Readonly<Record<string, QueryValue>>;
type Asked = PageRequest & FilterRequest & { readonly cursor?: Cursor };

/** @throws Invalid with all faults of the query and the filter (D-06, D-38, D-236) */
function parseListRequest(
  query: Query,
  filterHeader: string,
  { fields, flags }: Pick<AskedList, 'fields' | 'flags'>,
  readCursor: (text: string) => Cursor | undefined,
): Asked {
  const faults = new Faults();
  const page = pageRequest(query, faults);
  const cursor = typeof query.cursor === 'string' ? readCursor(query.cursor) : undefined;
  if (query.cursor !== undefined && !cursor) faults.add('cursor', 'cursor_not_valid');
  else if (cursor && query.page !== undefined) faults.add('cursor', 'cursor_not_combinable');
  for (const flag of flags) checkFlag(query, flag, faults);
  const filter = readFilter(filterHeader, fields, faults);
  if (cursor && filter.order?.field && !faults.has('cursor')) faults.add('cursor', 'cursor_not_combinable');
  faults.throwIfAny();
  return { ...page, ...filter, ...(cursor && { cursor }) };
}

function readFilter(header: string, fields: Fields, faults: Faults): FilterRequest {
  try {
    return parseFilterHeader(header, fields);
  } catch (error) {
    if (!(error instanceof FilterError)) throw error;
    faults.addIf('X-Filter', error.reason);
    return {};
  }
}
