import { Injectable } from '@nestjs/common';
import { UserEntity } from '../../access/user.entity.js';
import type { Reader } from '../../database/reader.js';

@Injectable()
export class OAuthUsersRepository {
  exists(reader: Reader, userId: number): Promise<boolean> {
    return reader.repository(UserEntity).existsBy({ id: userId });
  }
}
