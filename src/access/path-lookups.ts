import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { AREAS, gathered, type Area, type PathLookup } from '../shared/areas/area.js';
import { pathId } from '../shared/http/request/path-id.js';
import { pathText } from '../shared/http/request/path-text.js';
import { isStorable } from '../shared/validation/characters.js';
import type { EndpointRow } from './endpoint.js';
import { ENDPOINTS } from './endpoints.js';

/** The values of a path's parameters, for SQL. */
export type PathValues = readonly (string | number)[];

type Lookups = Readonly<Record<string, PathLookup>>;

/** The look-ups of the entities that paths name, by endpoint, from the areas. */
@Injectable()
export class PathLookups {
  private readonly lookups: ReadonlyMap<EndpointRow, PathLookup>;

  /**
   * @throws Error when no area has the entity that a row of the endpoint table names, when the
   * row's path lacks a parameter of its look-up, or when the look-up lacks the columns to show or
   * to read
   */
  constructor(@Inject(AREAS) areas: readonly Area[]) {
    this.lookups = lookupsOf(ENDPOINTS, gathered(areas, 'pathLookups'), gathered(areas, 'platformLookups'));
  }

  /** Undefined when the endpoint's path names no entity. */
  of(endpoint: EndpointRow): PathLookup | undefined {
    return this.lookups.get(endpoint);
  }
}

/**
 * @param api the look-ups of paths below `/v4`, by entity
 * @param platform the look-ups of the Platform API, by entity
 */
export function lookupsOf(
  endpoints: Readonly<Record<string, EndpointRow>>,
  api: Lookups,
  platform: Lookups,
): ReadonlyMap<EndpointRow, PathLookup> {
  const found = new Map<EndpointRow, PathLookup>();
  for (const [name, endpoint] of Object.entries(endpoints).flatMap(withPrivate)) {
    const entity = endpoint.entity ?? endpoint.platformEntity;
    if (!entity) continue;
    const lookup = (endpoint.entity ? api : platform)[entity];
    if (!lookup) throw new Error(`${name} names the entity "${entity}", which no area has.`);
    const missing = lookup.params.find((param) => !endpoint.path.split(/[/:*]+/).includes(param));
    if (missing) throw new Error(`${name} names the entity "${entity}", and its path has no "${missing}".`);
    if (endpoint.shows && !lookup.shown)
      throw new Error(`${name} shows the entity "${entity}", whose columns no area gives.`);
    if (endpoint.reads && !lookup.read)
      throw new Error(`${name} reads the entity "${entity}", whose columns no area gives.`);
    found.set(endpoint, lookup);
  }
  return found;
}

function withPrivate([name, endpoint]: [string, EndpointRow]): [string, EndpointRow][] {
  return endpoint.ofPrivate
    ? [[name, endpoint], ...withPrivate([name, endpoint.ofPrivate])]
    : [[name, endpoint]];
}

/** The row for the path's parameters: an image id below `private/` selects `ofPrivate` (D-117). */
export function rowFor(endpoint: EndpointRow, params: Request['params']): EndpointRow {
  if (!endpoint.ofPrivate) return endpoint;
  return pathText(params.imageId).startsWith('private/') ? endpoint.ofPrivate : endpoint;
}

/** The values of the path's parameters; undefined when one of them can't be an id. */
export function lookupValues(
  { params, key }: PathLookup,
  request: Pick<Request, 'params'>,
): PathValues | undefined {
  const values = params.map((name) => {
    const text = pathText(request.params[name]);
    if (key === 'text') return isStorable(text) ? text : undefined;
    return pathId(text);
  });
  return values.includes(undefined) ? undefined : (values as PathValues);
}

/**
 * The entity whose changes take turns: the first of the path; undefined when the path names none.
 */
export function changedEntity(endpoint: EndpointRow, values: PathValues | undefined): string | undefined {
  return values && `${collectionOf(endpoint)}${values[0]}`;
}

/** The path before its first entity, `/v4/domains/` for records. */
export function collectionOf({ path }: EndpointRow): string {
  return path.split(/[:*]/, 1)[0]!;
}
