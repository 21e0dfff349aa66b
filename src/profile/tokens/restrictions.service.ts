import { Injectable } from '@nestjs/common';
import type { Caller } from '../../access/caller.js';
import type { TokenEntity } from '../../access/token.entity.js';
import { NarrowingRepository, type NewEntry } from '../../access/narrowing/narrowing.repository.js';
import { NARROWABLE, type Narrowable } from '../../access/narrowing/narrowing.js';
import type { NamedEntity } from '../../access/narrowing/narrowing.sql.js';
import { unusedUntil } from '../../access/narrowing/narrowing.rules.js';
import { Database } from '../../database/database.js';
import type { Tx } from '../../database/reader.js';
import { fault, Invalid, type Fault } from '../../shared/errors/errors.js';
import { ALL, type Reference, type Restrictions } from './restrictions.js';
import { domainNameOf, networkOf, patternOf, openKindsOf } from './restrictions.rules.js';
import { domainRestrictionView, type RestrictionsResponse } from './restrictions.view.js';

type NarrowedColumns = Pick<TokenEntity, 'narrowed' | 'openKinds' | 'sources' | 'unusedDays' | 'unusedUntil'>;

/** The restrictions of personal tokens (D-237). */
@Injectable()
export class RestrictionsService {
  constructor(
    private readonly narrowing: NarrowingRepository,
    private readonly database: Database,
  ) {}

  /** `{}` for a token that is not narrowed. */
  async view(token: TokenEntity): Promise<RestrictionsResponse> {
    const { narrowed, openKinds, sources, unusedDays } = token;
    if (!narrowed) return {};
    return {
      ...(sources && { sources }),
      ...(!openKinds.includes('rest') && (await this.kinds(token))),
      ...(unusedDays !== null && { unused_days: unusedDays }),
    };
  }

  private async kinds({ id, openKinds }: TokenEntity): Promise<RestrictionsResponse> {
    const shown = async <Shown>(kind: Narrowable, view: (entity: NamedEntity) => Shown) => {
      if (openKinds.includes(kind)) return ALL;
      return (await this.narrowing.named(this.database, kind, [id])).map(view);
    };
    const [domains, vpcs, images] = await Promise.all([
      shown('domain', domainRestrictionView),
      shown('vpc', (vpc) => vpc.id),
      shown('image', (image) => `private/${image.id}`),
    ]);
    return { domains, vpcs, images };
  }

  /** @throws Invalid with every entity that the caller doesn't have, or may not see */
  async entries(tx: Tx, caller: Caller, references: readonly Reference[]): Promise<NewEntry[]> {
    const found = await this.found(tx, caller, references);
    const unknown = unknownAmong(references, found);
    if (unknown.length > 0) throw new Invalid(unknown);
    return references.map((reference) => entryOf(reference, found.get(reference)!));
  }

  /** Faults of the entities that the caller doesn't have, or may not see. */
  async unknown(caller: Caller, references: readonly Reference[]): Promise<readonly Fault[]> {
    if (references.length === 0) return [];
    const found = await this.database.transaction((tx) => this.found(tx, caller, references));
    return unknownAmong(references, found);
  }

  insert(tx: Tx, token: TokenEntity, entries: readonly NewEntry[]): Promise<void> {
    return this.narrowing.insert(tx, token, entries);
  }

  /** Locks the entities and returns their ids. */
  private async found(
    tx: Tx,
    { key }: Caller,
    references: readonly Reference[],
  ): Promise<ReadonlyMap<Reference, number>> {
    const found = new Map<Reference, number>();
    for (const kind of NARROWABLE) {
      const ofKind = references.filter((reference) => reference.kind === kind);
      if (ofKind.length === 0) continue;
      const ids = ofKind.flatMap(({ id }) => id ?? []);
      const names = ofKind.flatMap(({ domain }) => (domain === undefined ? [] : domainNameOf(domain)));
      const visible = await this.narrowing.lockVisible(tx, kind, key, ids, names);
      for (const reference of ofKind) {
        const named = visible.find((one) => isNamedBy(one, reference));
        if (named) found.set(reference, named.id);
      }
    }
    return found;
  }
}

/** The columns of a narrowed token. */
export function narrowedColumns(restrictions: Restrictions, now: Date): NarrowedColumns {
  const { sources, unused_days: days } = restrictions;
  return {
    narrowed: true,
    openKinds: [...openKindsOf(restrictions)],
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
