import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { Faults } from '../errors/faults.js';
import { clientAddress } from '../http/request/client-address.js';
import type { TurnTaker } from '../limits/turns.js';
import { documentedList } from './list-request.document.js';
import type { Fields, FilterRequest } from './filter.js';
import { FilterError, parseFilterHeader } from './filter-parser.js';
import { pageRequest, type PageRequest, type QueryValue } from './page.rules.js';

/** Which page of what, in which order: what every collection accepts. */
export interface ListRequest extends PageRequest, FilterRequest {
  /** Whose turn a filter or an order takes: the account's, or without one the client's address. */
  readonly taker: TurnTaker;
}

/** What the guard has left on the request; every handler runs after its decision. */
interface DecidedRequest extends Request {
  readonly access?: { readonly caller?: { readonly accountId: number } | undefined };
}

/** The page, size and filter of a request for a collection with these fields. */
export function List(fields: Fields): ParameterDecorator {
  const decorate = createParamDecorator((_: unknown, context: ExecutionContext) => {
    const request = context.switchToHttp().getRequest<DecidedRequest>();
    const { query, headers, access } = request;
    const filter = headers['x-filter'] as string | undefined;
    const taker = access?.caller?.accountId ?? clientAddress(request);
    return { ...parseListRequest(query as Record<string, QueryValue>, filter, fields), taker };
  })();
  return (target, property, index) => {
    decorate(target, property, index);
    documentedList(fields)(target, property!);
  };
}

/** @throws Invalid with all faults of the query and the filter (D-06, D-38). */
export function parseListRequest(
  query: Readonly<Record<string, QueryValue>>,
  filterHeader: string | undefined,
  fields: Fields,
): PageRequest & FilterRequest {
  const faults = new Faults();
  const page = pageRequest(query, faults);
  const filter = readFilter(filterHeader, fields, faults);
  faults.throwIfAny();
  return { ...page, ...filter };
}

function readFilter(header: string | undefined, fields: Fields, faults: Faults): FilterRequest {
  try {
    return parseFilterHeader(header, fields);
  } catch (error) {
    if (!(error instanceof FilterError)) throw error;
    faults.addIf('X-Filter', error.reason);
    return {};
  }
}
