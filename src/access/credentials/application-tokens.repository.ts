import { Injectable } from '@nestjs/common';
import { Any, IsNull, MoreThan, Not, Or } from 'typeorm';
import type { Tx } from '../../database/reader.js';
import { Clock } from '../../shared/time/clock.js';
import { UserEntity } from '../user.entity.js';
import { TokenEntity } from './token.entity.js';

/** Whose access ends: that of all applications to a user, that of a client to everybody, or that of one consent. */
export interface EndedAccess {
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

/** The personal tokens that applications made with their own tokens, and those made with them in turn (D-208). */
@Injectable()
export class ApplicationTokensRepository {
  constructor(private readonly clock: Clock) {}

  /**
   * Deletes the live tokens. It locks their users, whom the creation of a token locks too: a token that is created at the
   * same moment is seen here, or its creation finds the acting token gone.
   */
  async end(tx: Tx, access: EndedAccess): Promise<EndedToken[]> {
    const where = {
      clientId: Not(IsNull()),
      ...access,
      kind: 'personal' as const,
      expiry: Or(IsNull(), MoreThan(this.clock.now())),
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
      // One order for everybody, so that two transactions can't wait for each other.
      order: { id: 'ASC' },
      lock: LOCK,
    });
    return new Map(users.map(({ id, accountId }) => [id, { accountId, userId: id }]));
  }
}
