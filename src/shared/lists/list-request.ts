import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { Faults } from '../errors/faults.js';
import { documentedList } from './list-request.document.js';
import type { Fields, FilterRequest } from './filter.js';
import { FilterError, parseFilter } from './filter-parser.js';

const MAX_PAGE = Number.MAX_SAFE_INTEGER;
const MAX_PAGE_SIZE = 500;
const DEFAULT_PAGE_SIZE = 100;

/** Which page of what, in which order: what every collection accepts. */
export interface ListRequest extends FilterRequest {
  readonly page: number;
  readonly pageSize: number;
}

type QueryValue = string | string[] | undefined;

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
  const page = parseCount('page', query.page, 1, MAX_PAGE, faults);
  const pageSize = parseCount('page_size', query.page_size, DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, faults);
  const filter = readFilter(filterHeader, fields, faults);
  faults.throwIfAny();
  return { page, pageSize, ...filter };
}

function parseCount(name: string, value: QueryValue, byDefault: number, max: number, faults: Faults): number {
  if (value === undefined) return byDefault;
  const count = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : 0;
  if (count < 1 || count > max) faults.add(name, `Must be 1-${max}`);
  return count;
}

function readFilter(header: string | undefined, fields: Fields, faults: Faults): FilterRequest {
  if (header === undefined || header.trim() === '') return {};
  try {
    return parseFilter(decodeHeader(header), fields);
  } catch (error) {
    if (!(error instanceof FilterError)) throw error;
    faults.add('X-Filter', error.message);
    return {};
  }
}

/** Node gives header bytes as Latin-1; the filter is UTF-8 (D-35). */
function decodeHeader(header: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(header, 'latin1'));
  } catch {
    throw new FilterError('Filter not valid JSON');
  }
}
