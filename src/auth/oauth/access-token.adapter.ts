import { Injectable } from '@nestjs/common';
import Provider, { errors, type AdapterPayload } from 'oidc-provider';
import { Database } from '../../database/database.js';
import { Clock } from '../../shared/time/clock.js';
import { AccessTokensRepository } from './access-tokens.repository.js';
import type { Reusable } from '../sign-in.events.js';
import { GrantRevocations } from './grant-revocations.js';
import { NullAdapter } from './null.adapter.js';
import { RequestWrites } from './request-writes.js';

/** Stores access tokens in the table where the API looks up credentials. */
@Injectable()
export class AccessTokenAdapter extends NullAdapter {
  constructor(
    private readonly database: Database,
    private readonly tokens: AccessTokensRepository,
    private readonly revocations: GrantRevocations,
    private readonly clock: Clock,
    private readonly writes: RequestWrites,
  ) {
    super();
  }

  override async upsert(value: string, { grantId, scope }: AdapterPayload, seconds: number): Promise<void> {
    if (!grantId || !scope) throw new Error('an access token without a grant or scope');
    const expiry = this.clock.in(seconds);
    const token = { value, grantId, scopes: scope, created: this.clock.now(), expiry };
    await this.writes.add(async (tx) => {
      // A second use of the code may have revoked the grant after the library checked it (D-150).
      if (!(await this.tokens.issue(tx, token))) return new errors.InvalidGrant('grant revoked');
    });
  }

  override async find(value: string): Promise<AdapterPayload | undefined> {
    const token = await this.tokens.find(this.database, value, this.clock.now());
    if (!token) return undefined;
    return {
      kind: 'AccessToken',
      jti: value,
      accountId: String(token.userId),
      clientId: token.clientId ?? undefined,
      grantId: token.oauthGrantId ?? undefined,
      scope: token.scopes,
      exp: token.expiry ? Math.floor(token.expiry.getTime() / 1000) : undefined,
    };
  }

  override async destroy(value: string): Promise<void> {
    await this.writes.add((tx) => this.tokens.destroy(tx, value));
  }

  /**
   * The library calls it for `/oauth/revoke`, and at the token endpoint when a code or refresh
   * token is reused.
   */
  override async revokeByGrantId(grantId: string): Promise<void> {
    const oidc = Provider.ctx?.oidc;
    const reused = oidc?.route === 'token' ? REUSED[String(oidc.params?.grant_type)] : undefined;
    await this.writes.add((tx) => this.revocations.revoke(tx, grantId, reused));
  }
}

const REUSED: Readonly<Record<string, Reusable>> = {
  authorization_code: 'authorization code',
  refresh_token: 'refresh token',
};
