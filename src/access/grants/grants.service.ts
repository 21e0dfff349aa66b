import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { Reader, Tx } from '../../database/reader.js';
import { invalid, NotFound, Unauthenticated } from '../../shared/errors/errors.js';
import { Faults } from '../../shared/errors/faults.js';
import type { Caller } from '../caller.js';
import { GRANTABLE, type Grantable } from '../grantable.js';
import type { User } from '../user.js';
import {
  GLOBAL_GRANTS,
  GRANT_KINDS,
  type EntityGrant,
  type GrantsChange,
  type GrantsResponse,
  type Permissions,
} from './grants.js';
import { GrantsRepository, type GlobalGrants } from './grants.repository.js';

/** The grants of restricted users (D-44, D-143). */
@Injectable()
export class GrantsService {
  constructor(
    private readonly grants: GrantsRepository,
    private readonly database: Database,
  ) {}

  /** Undefined for an unrestricted user, who needs no grants (spec: Profile rule 2). */
  async own({ restricted, userId }: Caller): Promise<GrantsResponse | undefined> {
    return restricted ? this.ofUser(this.database, userId) : undefined;
  }

  /**
   * The user's own view: only entities with a grant.
   * @throws Unauthenticated when the user was deleted meanwhile
   */
  async ofUser(reader: Reader, userId: number): Promise<GrantsResponse> {
    const global = await this.grants.global(reader, userId);
    if (!global) throw new Unauthenticated();
    return shownGrants(global, (kind) => this.grants.granted(reader, kind, userId));
  }

  /**
   * The admin's view: all entities of the account.
   * @throws NotFound when the user was deleted meanwhile
   */
  async ofAccount(reader: Reader, userId: number): Promise<GrantsResponse> {
    const global = await this.grants.global(reader, userId);
    if (!global) throw new NotFound();
    return shownGrants(global, (kind) => this.grants.all(reader, kind, userId));
  }

  /**
   * @returns whether a grant has changed
   * @throws Invalid for an unrestricted user, and for entities that the account does not have
   */
  async change(tx: Tx, user: User, change: GrantsChange): Promise<boolean> {
    const stored = await this.grants.lockGlobal(tx, user.id);
    if (!stored) throw invalid('', 'grants_need_restricted_user');
    const faults = new Faults();
    for (const { kind, grants } of change.entities) {
      const ids = grants.map(({ id }) => id);
      const known = isGrantable(kind)
        ? await this.grants.lockEntities(tx, kind, user.accountId, ids)
        : new Set();
      ids.forEach((id, index) => {
        if (!known.has(id)) faults.add(`${kind}[${index}].id`, 'value_not_valid');
      });
    }
    faults.throwIfAny();
    let isChanged = await this.changeGlobal(tx, user.id, stored, change.global ?? {});
    for (const { kind, grants } of change.entities) {
      const last = new Map(grants.map(({ id, permissions }) => [id, permissions]));
      if (isGrantable(kind) && (await this.changeEntities(tx, kind, user, last))) isChanged = true;
    }
    return isChanged;
  }

  private async changeEntities(
    tx: Tx,
    kind: Grantable,
    { id: userId, accountId }: User,
    change: ReadonlyMap<number, Permissions>,
  ): Promise<boolean> {
    const granted = await this.grants.granted(tx, kind, userId);
    const stored = new Map(granted.map(({ id, permissions }) => [id, permissions]));
    const others = [...change].filter(([id, permissions]) => permissions !== (stored.get(id) ?? null));
    await this.grants.set(tx, kind, { accountId, userId }, new Map(others));
    return others.length > 0;
  }

  private async changeGlobal(
    tx: Tx,
    userId: number,
    stored: GlobalGrants,
    change: NonNullable<GrantsChange['global']>,
  ): Promise<boolean> {
    const { account_access: access = stored.accountAccess } = change;
    const held = GLOBAL_GRANTS.filter((name) => change[name] ?? stored.globalGrants.includes(name));
    const isChanged = access !== stored.accountAccess || !isSameSet(held, stored.globalGrants);
    if (isChanged) await this.grants.setGlobal(tx, userId, { accountAccess: access, globalGrants: held });
    return isChanged;
  }
}

async function shownGrants(
  { accountAccess, globalGrants }: GlobalGrants,
  load: (kind: Grantable) => Promise<EntityGrant[]>,
): Promise<GrantsResponse> {
  const entities: Record<string, EntityGrant[]> = {};
  for (const kind of GRANT_KINDS) entities[kind] = isGrantable(kind) ? await load(kind) : [];
  const flags = GLOBAL_GRANTS.map((name) => [name, globalGrants.includes(name)] as const);
  return {
    ...entities,
    global: { account_access: accountAccess, ...Object.fromEntries(flags) },
  } as unknown as GrantsResponse;
}

function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((entry) => other.includes(entry));
}

function isGrantable(kind: string): kind is Grantable {
  return (GRANTABLE as readonly string[]).includes(kind);
}
