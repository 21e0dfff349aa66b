import { Injectable } from '@nestjs/common';
import { IsNull, MoreThan } from 'typeorm';
import { TokenEntity } from '../../access/token.entity.js';
import { AuthorizedAppsRepository } from '../../access/oauth-clients/authorized-apps.repository.js';
import type { Reader, Tx } from '../../database/reader.js';
import { sha256 } from '../../shared/secrets/sha256.js';
import { OAuthGrantEntity } from './oauth-grant.entity.js';
import { HOLD_GRANT } from './oauth.sql.js';

interface IssuedAccessToken {
  readonly value: string;
  readonly grantId: string;
  readonly scopes: string;
  readonly created: Date;
  readonly expiry: Date;
}

/** Access tokens: the rows of `tokens` that an OAuth grant issued. */
@Injectable()
export class AccessTokensRepository {
  constructor(private readonly apps: AuthorizedAppsRepository) {}

  /** @returns false, and stores nothing, when the grant no longer exists. */
  async issue(tx: Tx, token: IssuedAccessToken): Promise<boolean> {
    const { value, grantId, scopes, created, expiry } = token;
    const grant = await tx.row(HOLD_GRANT, [grantId]);
    if (!grant) return false;
    const authorizedAppId = await this.apps.authorize(tx, { ...grant, scopes, created });
    await tx.repository(TokenEntity).insert({
      ...grant,
      kind: 'oauth',
      authorizedAppId,
      oauthGrantId: grantId,
      scopes,
      tokenHash: sha256(value),
      created,
      expiry,
    });
    // A grant keeps the app of its first token.
    const firstToken = { id: grantId, authorizedAppId: IsNull() };
    await tx.repository(OAuthGrantEntity).update(firstToken, { authorizedAppId });
    return true;
  }

  find(reader: Reader, value: string, now: Date): Promise<TokenEntity | null> {
    const token = { tokenHash: sha256(value), kind: 'oauth' as const };
    const where = [
      { ...token, expiry: IsNull() },
      { ...token, expiry: MoreThan(now) },
    ];
    return reader.repository(TokenEntity).findOneBy(where);
  }

  async destroy(tx: Tx, value: string): Promise<void> {
    await tx.repository(TokenEntity).delete({ tokenHash: sha256(value), kind: 'oauth' });
  }

  /** The access token ends when its refresh token is used (D-167). */
  async destroyOfGrant(tx: Tx, grantId: string): Promise<void> {
    await tx.repository(TokenEntity).delete({ oauthGrantId: grantId });
  }
}
