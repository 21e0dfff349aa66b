import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { AREAS, gathered, type Area, type PathLookup } from '../shared/areas/area.js';
import { pathId } from '../shared/http/request/path-id.js';
import { pathText } from '../shared/http/request/path-text.js';
import { isStorable } from '../shared/validation/characters.js';
import type { EndpointRow } from './endpoint.js';
import { ENDPOINTS } from './endpoints.js';

/** The parameters of a path, as SQL gets them. */
export type PathValues = readonly (string | number)[];

type Lookups = Readonly<Record<string, PathLookup>>;

/** How to find the entity that a path names, by endpoint. The areas say it. */
@Injectable()
export class PathLookups {
  private readonly lookups: ReadonlyMap<EndpointRow, PathLookup>;

  /** @throws Error when a row of the endpoint table names an entity that no area has, that its path lacks, or that has no row to show or read. */
  constructor(@Inject(AREAS) areas: readonly Area[]) {
    this.lookups = lookupsOf(ENDPOINTS, gathered(areas, 'pathLookups'), gathered(areas, 'platformLookups'));
  }

  /** Undefined when the endpoint's path names nothing that is looked up. */
  of(endpoint: EndpointRow): PathLookup | undefined {
    return this.lookups.get(endpoint);
  }
}

/**
 * @param api what paths below `/v4` can name, by name.
 * @param platform the same for the Platform API.
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

/** An id below `private/` has a row of its own (D-117). */
export function rowFor(endpoint: EndpointRow, params: Request['params']): EndpointRow {
  if (!endpoint.ofPrivate) return endpoint;
  return pathText(params.imageId).startsWith('private/') ? endpoint.ofPrivate : endpoint;
}

/** The values of the path's parameters; undefined when one can't name anything. */
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

/** What changes of take turns: the first that the path names; undefined where it names nothing. */
export function changedEntity({ path }: EndpointRow, values: PathValues | undefined): string | undefined {
  return values && `${path.slice(0, path.search(/[:*]/))}${values[0]}`;
}
