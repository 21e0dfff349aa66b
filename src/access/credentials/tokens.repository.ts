import { Injectable } from '@nestjs/common';
import type { Tx } from '../../database/reader.js';
import { AuthorizedAppsRepository } from '../oauth-clients/authorized-apps.repository.js';
import { TokenEntity } from '../token.entity.js';
import type { SecretValue } from '../../shared/secrets/secret-value.js';

/** What later responses show of a personal token. */
const PREFIX_LENGTH = 16;

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

  async insert(tx: Tx, token: NewToken, value: SecretValue): Promise<TokenEntity> {
    const tokens = tx.repository(TokenEntity);
    const { kind, clientId } = token;
    const authorizedAppId =
      kind === 'oauth' ? await this.apps.authorize(tx, { ...token, clientId: clientId! }) : null;
    const tokenPrefix = kind === 'personal' ? value.reveal().slice(0, PREFIX_LENGTH) : null;
    const entity = tokens.create({ ...token, authorizedAppId, tokenHash: value.hash, tokenPrefix });
    await tokens.insert(entity);
    return entity;
  }
}
