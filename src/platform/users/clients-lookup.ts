import { Injectable } from '@nestjs/common';
import type { Tx } from '../../database/reader.js';
import { command } from '../../database/statement.js';

const FIND = command<{ id: string }>(
  'platform.clients.find',
  'SELECT id FROM oauth_clients WHERE id = $1 FOR KEY SHARE',
);

/** Whether an OAuth client exists that a token can be issued for. */
@Injectable()
export class ClientsLookup {
  async exists(tx: Tx, id: string): Promise<boolean> {
    return (await tx.row(FIND, [id])) !== undefined;
  }
}
