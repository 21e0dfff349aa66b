import { Injectable } from '@nestjs/common';
import type { Reader } from '../../database/reader.js';
import { query } from '../../database/statement.js';

/** Tells whether the user of a grant still exists. */
@Injectable()
export class OAuthUsersRepository {
  async exists(reader: Reader, userId: number): Promise<boolean> {
    return (await reader.row(EXISTS, [userId])) !== undefined;
  }
}

const EXISTS = query<{ id: number }>('signin.oauth_users.exists', 'SELECT id FROM users WHERE id = $1');
