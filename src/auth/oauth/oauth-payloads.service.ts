import { Injectable } from '@nestjs/common';
import { errors, type Adapter, type AdapterPayload } from 'oidc-provider';
import { Database } from '../../database/database.js';
import { Clock } from '../../shared/time/clock.js';
import { AccessTokensRepository } from './access-tokens.repository.js';
import { GrantRevocations } from './grant-revocations.js';
import { NullAdapter } from './null.adapter.js';
import { OAuthPayloadsRepository, type PayloadKind } from './oauth-payloads.repository.js';
import { RequestWrites } from './request-writes.js';

/** Lifetime of an authorization request until its user begins to sign in (D-212). */
const UNANSWERED_SECONDS = 600;

/** Stores codes, refresh tokens and authorization requests in progress. Sets their lifetimes. */
@Injectable()
export class OAuthPayloadsService {
  constructor(
    private readonly database: Database,
    private readonly payloads: OAuthPayloadsRepository,
    private readonly tokens: AccessTokensRepository,
    private readonly revocations: GrantRevocations,
    private readonly clock: Clock,
    private readonly writes: RequestWrites,
  ) {}

  /** The adapter of one kind of record. */
  adapter(kind: PayloadKind): Adapter {
    return Object.assign(new NullAdapter(), {
      upsert: (id: string, payload: AdapterPayload, seconds: number) => this.save(kind, id, payload, seconds),
      find: (id: string) => this.find(kind, id),
      consume: (id: string) => this.consume(kind, id),
      destroy: (id: string) => this.writes.add((tx) => this.payloads.destroy(tx, kind, id)),
    });
  }

  /**
   * Extends an authorization request, because its user signs in.
   * @param seconds the new lifetime
   */
  async extend(uid: string, seconds: number): Promise<void> {
    await this.database.transaction((tx) =>
      this.payloads.extend(tx, 'Interaction', uid, this.clock.in(seconds)),
    );
  }

  /** @param seconds the lifetime */
  private async save(
    kind: PayloadKind,
    id: string,
    { jti: _, ...payload }: AdapterPayload,
    seconds: number,
  ): Promise<void> {
    // An authorization request in progress does not belong to a grant yet.
    const grantId = kind === 'Interaction' ? null : (payload.grantId ?? null);
    const isUnanswered = kind === 'Interaction' && payload.result === undefined;
    const expiry = this.clock.in(isUnanswered ? UNANSWERED_SECONDS : seconds);
    await this.writes.add(async (tx) => {
      // The consent may end before its code is stored. An access token checks it by itself.
      if (kind === 'AuthorizationCode' && grantId && !(await this.payloads.holdGrant(tx, grantId)))
        return new errors.AccessDenied('the consent has ended');
      await this.payloads.save(tx, { kind, id, grantId, payload, expiry });
      if (kind === 'RefreshToken' && grantId) await this.payloads.extendApp(tx, grantId, expiry);
      return undefined;
    });
  }

  private async find(kind: PayloadKind, id: string): Promise<AdapterPayload | undefined> {
    const found = await this.payloads.find(this.database, kind, id, this.clock.now());
    if (!found) return undefined;
    const stored: AdapterPayload = { ...found.payload, jti: id, ...(found.consumed && { consumed: true }) };
    if (kind === 'Interaction') return stored;
    // The library would compare them with this process's clock (D-222).
    return { ...stored, exp: undefined, iat: undefined };
  }

  /**
   * Marks a code or refresh token as used. A used refresh token ends its access token (D-167). A
   * second use is refused, and revokes everything that the first use issued (D-150, D-152).
   */
  private async consume(kind: PayloadKind, id: string): Promise<void> {
    await this.writes.add(async (tx) => {
      const grantId = await this.payloads.grantIdOf(tx, kind, id);
      if (await this.payloads.consume(tx, kind, id, this.clock.now())) {
        if (grantId && kind === 'RefreshToken') await this.tokens.destroyOfGrant(tx, grantId);
        return undefined;
      }
      const reused = kind === 'RefreshToken' ? 'refresh token' : 'authorization code';
      if (grantId) await this.revocations.revoke(tx, grantId, reused);
      return new errors.InvalidGrant('already used');
    });
  }
}
