import { Injectable } from '@nestjs/common';
import { Any, IsNull, Not } from 'typeorm';
import type { Tx } from '../../database/reader.js';
import { Clock } from '../../shared/time/clock.js';
import { UserEntity } from '../user.entity.js';
import { TokenEntity } from '../token.entity.js';
import { liveAt } from './personal-tokens.repository.js';

/**
 * The access that ends: all applications' access to a user, a client's access to all users, or that
 * under one consent.
 */
interface EndedAccess {
  readonly userId?: number;
  readonly clientId?: string;
  readonly madeUnderGrantId?: string;
}

/** A personal token that was deleted; its event belongs to `owner`. */
export interface EndedToken {
  readonly id: number;
  readonly label: string;
  readonly owner: { readonly accountId: number; readonly userId: number };
}

const LOCK = { mode: 'for_no_key_update' } as const;

/**
 * The personal tokens that applications created with their own tokens, directly or through another
 * personal token (D-208).
 */
@Injectable()
export class ApplicationTokensRepository {
  constructor(private readonly clock: Clock) {}

  /**
   * Deletes the live tokens. Locks their users, as the creation of a token does: either this finds
   * a token that is created at the same time, or the creation finds that the acting token has
   * ended.
   */
  async end(tx: Tx, access: EndedAccess): Promise<EndedToken[]> {
    const where = {
      clientId: Not(IsNull()),
      ...access,
      kind: 'personal' as const,
      ...liveAt(this.clock.now()),
    };
    const tokens = tx.repository(TokenEntity);
    const userIds = access.userId
      ? [access.userId]
      : (await tokens.findBy(where)).map(({ userId }) => userId);
    const owners = await this.lockUsers(tx, userIds);
    const ended = await tokens.find({ where, order: { id: 'ASC' } });
    if (ended.length > 0) await tokens.delete({ id: Any(ended.map(({ id }) => id)) });
    return ended.map(({ id, label, userId }) => ({ id, label, owner: owners.get(userId)! }));
  }

  private async lockUsers(tx: Tx, userIds: readonly number[]): Promise<Map<number, EndedToken['owner']>> {
    const users = await tx.repository(UserEntity).find({
      select: { id: true, accountId: true },
      where: { id: Any([...userIds]) },
      // Every transaction locks in this order, so that two of them can't deadlock.
      order: { id: 'ASC' },
      lock: LOCK,
    });
    return new Map(users.map(({ id, accountId }) => [id, { accountId, userId: id }]));
  }
}
