import { Injectable } from '@nestjs/common';
import type { Tx } from '../../database/reader.js';
import { AuthorizedAppsRepository } from '../oauth-clients/authorized-apps.repository.js';
import { TokenEntity } from '../token.entity.js';
import type { TokenValue } from './token-value.js';

/** A token to create. */
export type NewToken = Pick<
  TokenEntity,
  'accountId' | 'userId' | 'kind' | 'clientId' | 'label' | 'scopes' | 'created' | 'expiry'
> &
  Partial<
    Pick<
      TokenEntity,
      'madeUnderGrantId' | 'narrowed' | 'openKinds' | 'sources' | 'unusedDays' | 'unusedUntil'
    >
  >;

/** Creates personal tokens and OAuth access tokens. */
@Injectable()
export class TokensRepository {
  constructor(private readonly apps: AuthorizedAppsRepository) {}

  async insert(tx: Tx, token: NewToken, value: TokenValue): Promise<TokenEntity> {
    const tokens = tx.repository(TokenEntity);
    const { kind, clientId } = token;
    const authorizedAppId =
      kind === 'oauth' ? await this.apps.authorize(tx, { ...token, clientId: clientId! }) : null;
    const tokenPrefix = kind === 'personal' ? value.prefix : null;
    const entity = tokens.create({ ...token, authorizedAppId, tokenHash: value.hash, tokenPrefix });
    await tokens.insert(entity);
    return entity;
  }
}
