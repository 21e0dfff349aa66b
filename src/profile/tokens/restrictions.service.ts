import { Injectable } from '@nestjs/common';
import type { Caller } from '../../auth/caller.js';
import type { TokenEntity } from '../../auth/credentials/token.entity.js';
import { NarrowingRepository, type NewEntry } from '../../auth/narrowing/narrowing.repository.js';
import { unusedUntil } from '../../auth/narrowing/narrowing.rules.js';
import { Database } from '../../database/database.js';
import type { Tx } from '../../database/reader.js';
import { Faults } from '../../shared/errors/faults.js';
import type { DomainRestriction, Restrictions } from './restrictions.js';
import { domainNameOf, imageNumber, networkOf, patternOf } from './restrictions.rules.js';
import { domainRestrictionView, type RestrictionsResponse } from './restrictions.view.js';

/** The restrictions that a token is to have, and where the request says so. */
export interface AskedRestrictions extends Restrictions {
  /** The field of the domain at this place. */
  readonly fieldOf: (index: number, key: 'id' | 'domain') => string;
}

type NarrowedColumns = Pick<TokenEntity, 'narrowed' | 'sources' | 'unusedDays' | 'unusedUntil'>;

/** What a personal token is narrowed to (D-237). */
@Injectable()
export class RestrictionsService {
  constructor(
    private readonly narrowing: NarrowingRepository,
    private readonly database: Database,
  ) {}

  /** `{}` for a token that is not narrowed. */
  async view({ id, narrowed, sources, unusedDays }: TokenEntity): Promise<RestrictionsResponse> {
    if (!narrowed) return {};
    const named = (kind: 'domain' | 'vpc' | 'image') => this.narrowing.named(this.database, kind, id);
    const [domains, vpcs, images] = await Promise.all([named('domain'), named('vpc'), named('image')]);
    return {
      ...(sources && { sources }),
      domains: domains.map(domainRestrictionView),
      vpcs: vpcs.map((vpc) => vpc.id),
      images: images.map((image) => `private/${image.id}`),
      ...(unusedDays !== null && { unused_days: unusedDays }),
    };
  }

  /** @throws Invalid with every entity that the caller doesn't have, or may not see. */
  async entries(tx: Tx, caller: Caller, asked: AskedRestrictions): Promise<NewEntry[]> {
    const faults = new Faults();
    const domains = await this.domainEntries(tx, caller, asked, faults);
    const vpcs = await this.entityEntries(tx, caller, 'vpc', asked.vpcs ?? [], faults);
    const numbers = (asked.images ?? []).map((id) => imageNumber(id)!);
    const images = await this.entityEntries(tx, caller, 'image', numbers, faults);
    faults.throwIfAny();
    return [...domains, ...vpcs, ...images];
  }

  insert(tx: Tx, tokenId: number, entries: readonly NewEntry[]): Promise<void> {
    return this.narrowing.insert(tx, tokenId, entries);
  }

  private async domainEntries(
    tx: Tx,
    { key }: Caller,
    { domains = [], fieldOf }: AskedRestrictions,
    faults: Faults,
  ): Promise<NewEntry[]> {
    if (domains.length === 0) return [];
    const ids = domains.flatMap(({ id }) => id ?? []);
    const names = domains.flatMap(({ domain }) => (domain === undefined ? [] : domainNameOf(domain)));
    const found = await this.narrowing.lockVisible(tx, 'domain', key, ids, names);
    return domains.flatMap((asked, index) => {
      const named = found.find((one) => isNamedBy(one, asked));
      const wrong = asked.id === undefined ? 'domain' : 'id';
      if (!named) faults.add(fieldOf(index, wrong), 'value_not_valid');
      return named ? [domainEntry(named.id, asked)] : [];
    });
  }

  private async entityEntries(
    tx: Tx,
    { key }: Caller,
    kind: 'vpc' | 'image',
    ids: readonly number[],
    faults: Faults,
  ): Promise<NewEntry[]> {
    if (ids.length === 0) return [];
    const found = new Set((await this.narrowing.lockVisible(tx, kind, key, ids)).map(({ id }) => id));
    for (const [index, id] of ids.entries()) {
      if (!found.has(id)) faults.add(`restrictions.${kind}s[${index}]`, 'value_not_valid');
    }
    return [...found].map((id) => ({ kind, id }));
  }
}

/** The two ways in which a request says it. */
interface NarrowingRequest {
  readonly restrictions?: Restrictions;
  readonly preset?: 'acme';
  readonly domain?: string;
}

/** The restrictions that the request asks for, in its own words or by its preset; undefined for none. */
export function askedRestrictions(request: NarrowingRequest): AskedRestrictions | undefined {
  const { restrictions, preset, domain } = request;
  if (preset === 'acme') return { domains: [{ domain, ...ACME }], fieldOf: () => 'domain' };
  if (!restrictions || Object.keys(restrictions).length === 0) return undefined;
  return { ...restrictions, fieldOf: (index, key) => `restrictions.domains[${index}].${key}` };
}

/** The columns of a narrowed token. */
export function narrowedColumns(
  { sources, unused_days: days }: AskedRestrictions,
  now: Date,
): NarrowedColumns {
  return {
    narrowed: true,
    sources: sources ? sources.map((source) => networkOf(source)!) : null,
    unusedDays: days ?? null,
    unusedUntil: days === undefined ? null : unusedUntil(now, days),
  };
}

/** The records that RFC 8555 section 8.4 asks for, of the domain and of all below it. */
const ACME = { names: ['_acme-challenge', '_acme-challenge.*'], types: ['TXT'] };

function isNamedBy(found: { id: number; label: string }, { id, domain }: DomainRestriction): boolean {
  return (
    (id === undefined || found.id === id) && (domain === undefined || found.label === domainNameOf(domain))
  );
}

function domainEntry(id: number, { names, types, actions }: DomainRestriction): NewEntry {
  return { kind: 'domain', id, names: names?.map((name) => patternOf(name)!), types, actions };
}
