import { Inject, Injectable } from '@nestjs/common';
import { Any } from 'typeorm';
import type { Reader, Tx } from '../../database/reader.js';
import { AREAS, gathered, type Area } from '../../shared/areas/area.js';
import { Clock } from '../../shared/time/clock.js';
import { GRANTABLE, type Grantable } from '../grantable.js';
import { UserEntity } from '../user.entity.js';
import { GrantEntity } from './grant.entity.js';
import type { EntityGrant, Permissions } from './grants.js';
import { grantStatements, type GrantStatements } from './grants.sql.js';

/** A user's account-level grants; `globalGrants` has the names of those that are true. */
export type GlobalGrants = Pick<UserEntity, 'accountAccess' | 'globalGrants'>;

/** The user who has the grants. */
type UserOfAccount = Pick<GrantEntity, 'accountId' | 'userId'>;

const GLOBAL = { id: true, accountAccess: true, globalGrants: true } as const;
/** The column of `grants` that refers to an entity of the kind. */
const ENTITY_ID = { domain: 'domainId', image: 'imageId', instance: 'instanceId', vpc: 'vpcId' } as const;

@Injectable()
export class GrantsRepository {
  private readonly statements: Readonly<Record<Grantable, GrantStatements>>;

  constructor(
    @Inject(AREAS) areas: readonly Area[],
    private readonly clock: Clock,
  ) {
    const tables = gathered(areas, 'grantable');
    const kinds = GRANTABLE.map((kind) => [kind, grantStatements(kind, tables[kind]!)] as const);
    this.statements = Object.fromEntries(kinds) as Record<Grantable, GrantStatements>;
  }

  /** @returns null for a deleted user */
  global(reader: Reader, userId: number): Promise<GlobalGrants | null> {
    return reader.repository(UserEntity).findOne({ select: GLOBAL, where: { id: userId } });
  }

  /**
   * Locks the user, so that changes of the grants run one after the other.
   * @returns null unless the user is restricted
   */
  lockGlobal(tx: Tx, userId: number): Promise<GlobalGrants | null> {
    const lock = { mode: 'for_no_key_update' } as const;
    return tx
      .repository(UserEntity)
      .findOne({ select: GLOBAL, where: { id: userId, restricted: true }, lock });
  }

  async setGlobal(tx: Tx, userId: number, { accountAccess, globalGrants }: GlobalGrants): Promise<void> {
    await tx.repository(UserEntity).update({ id: userId }, { accountAccess, globalGrants });
  }

  /** The entities on which the user has a grant, ordered by id. */
  granted(reader: Reader, kind: Grantable, userId: number): Promise<EntityGrant[]> {
    return reader.rows(this.statements[kind].granted, [userId, this.clock.now()]);
  }

  /** All entities of the user's account; `permissions` is null without a grant. */
  all(reader: Reader, kind: Grantable, userId: number): Promise<EntityGrant[]> {
    return reader.rows(this.statements[kind].all, [userId, this.clock.now()]);
  }

  /**
   * Finds the ids that belong to the account. Locks the entities against deletes until the
   * transaction ends.
   */
  async lockEntities(
    tx: Tx,
    kind: Grantable,
    accountId: number,
    ids: readonly number[],
  ): Promise<Set<number>> {
    const rows = await tx.rows(this.statements[kind].lockEntities, [accountId, ids, this.clock.now()]);
    return new Set(rows.map(({ id }) => id));
  }

  /** @param grants by entity id; null removes the grant. */
  async set(
    tx: Tx,
    kind: Grantable,
    { accountId, userId }: UserOfAccount,
    grants: ReadonlyMap<number, Permissions>,
  ): Promise<void> {
    const stored = tx.repository(GrantEntity);
    const entityId = ENTITY_ID[kind];
    const removed = [...grants].filter(([, permissions]) => permissions === null).map(([id]) => id);
    const kept = [...grants].flatMap(([id, permissions]) =>
      permissions === null ? [] : [{ accountId, userId, [entityId]: id, permissions }],
    );
    if (kept.length > 0) await stored.upsert(kept, ['userId', entityId]);
    if (removed.length > 0) await stored.delete({ userId, [entityId]: Any(removed) });
  }

  /** D-214: deletes every grant of the user, on the account and on entities. */
  async deleteAll(tx: Tx, userId: number): Promise<void> {
    await this.setGlobal(tx, userId, { accountAccess: null, globalGrants: [] });
    await tx.repository(GrantEntity).delete({ userId });
  }

  /** Grants a restricted user read_write on an entity that they created (D-46). */
  grantCreator(tx: Tx, kind: Grantable, { accountId, userId }: UserOfAccount, id: number): void {
    tx.send(this.statements[kind].grantCreator, [accountId, userId, id]);
  }
}
