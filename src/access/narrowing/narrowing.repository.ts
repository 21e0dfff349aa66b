import { Inject, Injectable } from '@nestjs/common';
import type { Reader, Tx } from '../../database/reader.js';
import { AREAS, gathered, type Area } from '../../shared/areas/area.js';
import { Clock } from '../../shared/time/clock.js';
import type { TokenEntity } from '../token.entity.js';
import type { CallerKey } from '../caller.js';
import { NARROWABLE, type Named, type Narrowable } from './narrowing.js';
import { narrowingStatements, type NamedEntity, type NarrowingStatements } from './narrowing.sql.js';
import { TokenRestrictionEntity } from './token-restriction.entity.js';

/** An entity that a new token names. */
export interface NewEntry extends Partial<Named> {
  readonly kind: Narrowable;
  readonly id: number;
}

const ENTITY_ID = { domain: 'domainId', vpc: 'vpcId', image: 'imageId' } as const;

/** The entities that narrowed tokens name (D-237). */
@Injectable()
export class NarrowingRepository {
  private readonly statements: Readonly<Record<Narrowable, NarrowingStatements>>;

  constructor(
    @Inject(AREAS) areas: readonly Area[],
    private readonly clock: Clock,
  ) {
    const tables = gathered(areas, 'grantable');
    const kinds = NARROWABLE.map((kind) => [kind, narrowingStatements(kind, tables[kind]!)] as const);
    this.statements = Object.fromEntries(kinds) as Record<Narrowable, NarrowingStatements>;
  }

  /**
   * Finds those of the entities that the caller may see. Locks them against deletes until the
   * transaction ends.
   */
  lockVisible(
    tx: Tx,
    kind: Narrowable,
    key: CallerKey,
    ids: readonly number[],
    labels: readonly string[] = [],
  ): Promise<{ id: number; label: string }[]> {
    return tx.rows(this.statements[kind].lockVisible, [key, ids, labels, this.clock.now()]);
  }

  async insert(tx: Tx, { accountId, id: tokenId }: TokenEntity, entries: readonly NewEntry[]): Promise<void> {
    const stored = tx.repository(TokenRestrictionEntity);
    const rows = entries.map(({ kind, id, names, types, actions }) => ({
      accountId,
      tokenId,
      [ENTITY_ID[kind]]: id,
      names: names && [...names],
      types: types && [...types],
      actions: actions && [...actions],
    }));
    if (rows.length > 0) await stored.insert(rows);
  }

  /** The entities of a kind that the tokens name, in the order in which each token names them. */
  named(reader: Reader, kind: Narrowable, tokenIds: readonly number[]): Promise<NamedEntity[]> {
    return reader.rows(this.statements[kind].shown, [tokenIds]);
  }
}
