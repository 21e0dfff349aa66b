import { Injectable } from '@nestjs/common';
import type { CallerKey } from '../../access/caller.js';
import { UserEntity } from '../../access/user.entity.js';
import { Database } from '../../database/database.js';
import type { Reader, Tx } from '../../database/reader.js';
import { changeRow, type Changed } from '../../database/repositories.js';
import { Unauthenticated } from '../../shared/errors/errors.js';
import { mergedValues } from '../../shared/resources/resource-requests.js';
import { PROFILE, type ProfileRow } from './profile.resource.js';
import { VIEW_PROFILE } from './profile.sql.js';
import type { UpdateProfileRequest } from './update-profile.request.js';

@Injectable()
export class ProfileRepository {
  constructor(private readonly database: Database) {}

  /** @throws Unauthenticated when the token is gone since the decision */
  async find(key: CallerKey, reader: Reader = this.database): Promise<ProfileRow> {
    const profile = await reader.row(VIEW_PROFILE, [key]);
    if (!profile) throw new Unauthenticated();
    return profile;
  }

  /** Reads the user and locks the row until the transaction ends. */
  lock(tx: Tx, userId: number): Promise<UserEntity | null> {
    return tx.repository(UserEntity).findOne({ where: { id: userId }, lock: { mode: 'for_no_key_update' } });
  }

  update(tx: Tx, user: UserEntity, request: UpdateProfileRequest): Promise<Changed<UserEntity>> {
    const change = mergedValues(PROFILE, user, request);
    return changeRow(tx.repository(UserEntity), { id: user.id }, user, change);
  }
}
