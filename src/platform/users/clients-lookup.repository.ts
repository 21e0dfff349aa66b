import { Injectable } from '@nestjs/common';
import { OAuthClientEntity } from '../../access/oauth-clients/oauth-client.entity.js';
import type { Tx } from '../../database/reader.js';

@Injectable()
export class ClientsLookupRepository {
  /** Whether the OAuth client exists. It can't be deleted until the transaction ends. */
  async exists(tx: Tx, id: string): Promise<boolean> {
    const lock = { mode: 'for_key_share' } as const;
    return (await tx.repository(OAuthClientEntity).findOne({ where: { id }, lock })) !== null;
  }
}
