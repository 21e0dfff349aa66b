import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { Faults } from '../errors/faults.js';
import { documentedList } from './list-request.document.js';
import type { Fields, FilterRequest } from './filter.js';
import { FilterError, parseFilterHeader } from './filter-parser.js';
import { pageRequest, type PageRequest, type QueryValue } from './page.rules.js';

/** Which page of what, in which order: what every collection accepts. */
export interface ListRequest extends PageRequest, FilterRequest {}

/** The page, size and filter of a request for a collection with these fields. */
export function List(fields: Fields): ParameterDecorator {
  const decorate = createParamDecorator((_: unknown, context: ExecutionContext) => {
    const { query, headers } = context.switchToHttp().getRequest<Request>();
    return parseListRequest(
      query as Record<string, QueryValue>,
      headers['x-filter'] as string | undefined,
      fields,
    );
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
): ListRequest {
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
    faults.add('X-Filter', error.message);
    return {};
  }
}
