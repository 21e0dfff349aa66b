import { Injectable } from '@nestjs/common';
import type { Caller } from '../../auth/caller.js';
import type { TokenEntity } from '../../auth/credentials/token.entity.js';
import { NarrowingRepository, type NewEntry } from '../../auth/narrowing/narrowing.repository.js';
import { NARROWABLE } from '../../auth/narrowing/narrowing.js';
import { unusedUntil } from '../../auth/narrowing/narrowing.rules.js';
import { Database } from '../../database/database.js';
import type { Tx } from '../../database/reader.js';
import { fault, Invalid, type Fault } from '../../shared/errors/errors.js';
import type { Reference, Restrictions } from './restrictions.js';
import { domainNameOf, networkOf, patternOf } from './restrictions.rules.js';
import { domainRestrictionView, type RestrictionsResponse } from './restrictions.view.js';

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
  async entries(tx: Tx, caller: Caller, references: readonly Reference[]): Promise<NewEntry[]> {
    const found = await this.found(tx, caller, references);
    const unknown = unknownAmong(references, found);
    if (unknown.length > 0) throw new Invalid(unknown);
    return references.map((reference) => entryOf(reference, found.get(reference)!));
  }

  /** The faults of those that the caller doesn't have, or may not see. */
  async unknown(caller: Caller, references: readonly Reference[]): Promise<readonly Fault[]> {
    if (references.length === 0) return [];
    const found = await this.database.transaction((tx) => this.found(tx, caller, references));
    return unknownAmong(references, found);
  }

  insert(tx: Tx, tokenId: number, entries: readonly NewEntry[]): Promise<void> {
    return this.narrowing.insert(tx, tokenId, entries);
  }

  /** The ids of the entities, which are locked. */
  private async found(
    tx: Tx,
    { key }: Caller,
    references: readonly Reference[],
  ): Promise<ReadonlyMap<Reference, number>> {
    const found = new Map<Reference, number>();
    for (const kind of NARROWABLE) {
      const asked = references.filter((reference) => reference.kind === kind);
      if (asked.length === 0) continue;
      const ids = asked.flatMap(({ id }) => id ?? []);
      const names = asked.flatMap(({ domain }) => (domain === undefined ? [] : domainNameOf(domain)));
      const visible = await this.narrowing.lockVisible(tx, kind, key, ids, names);
      for (const reference of asked) {
        const named = visible.find((one) => isNamedBy(one, reference));
        if (named) found.set(reference, named.id);
      }
    }
    return found;
  }
}

/** The columns of a narrowed token. */
export function narrowedColumns({ sources, unused_days: days }: Restrictions, now: Date): NarrowedColumns {
  return {
    narrowed: true,
    sources: sources ? sources.map((source) => networkOf(source)!) : null,
    unusedDays: days ?? null,
    unusedUntil: days === undefined ? null : unusedUntil(now, days),
  };
}

function unknownAmong(
  references: readonly Reference[],
  found: ReadonlyMap<Reference, number>,
): readonly Fault[] {
  const unknown = references.filter((reference) => !found.has(reference));
  return unknown.map(({ field }) => fault(field, 'value_not_valid'));
}

function isNamedBy(found: { id: number; label: string }, { id, domain }: Reference): boolean {
  return (
    (id === undefined || found.id === id) && (domain === undefined || found.label === domainNameOf(domain))
  );
}

function entryOf({ kind, names, types, actions }: Reference, id: number): NewEntry {
  return { kind, id, names: names?.map((name) => patternOf(name)!), types, actions };
}
