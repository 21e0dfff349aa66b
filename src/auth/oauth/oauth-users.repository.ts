import { Injectable } from '@nestjs/common';
import { UserEntity } from '../../access/user.entity.js';
import type { Reader } from '../../database/reader.js';

/** Tells whether the user of a grant still exists. */
@Injectable()
export class OAuthUsersRepository {
  exists(reader: Reader, userId: number): Promise<boolean> {
    return reader.repository(UserEntity).existsBy({ id: userId });
  }
}
