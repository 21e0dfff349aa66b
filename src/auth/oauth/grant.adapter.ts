import { Injectable } from '@nestjs/common';
import type { AdapterPayload } from 'oidc-provider';
import { Database } from '../../database/database.js';
import { Clock } from '../../shared/time/clock.js';
import { GrantRevocations } from './grant-revocations.js';
import { OAuthGrantsRepository } from './oauth-grants.repository.js';
import { NullAdapter } from './null.adapter.js';
import { RequestWrites } from './request-writes.js';

@Injectable()
export class GrantAdapter extends NullAdapter {
  constructor(
    private readonly database: Database,
    private readonly grants: OAuthGrantsRepository,
    private readonly revocations: GrantRevocations,
    private readonly clock: Clock,
    private readonly writes: RequestWrites,
  ) {
    super();
  }

  override async upsert(id: string, payload: AdapterPayload): Promise<void> {
    const { accountId, clientId } = payload;
    if (!accountId || !clientId) throw new Error('a grant without a user or a client');
    await this.writes.add((tx) =>
      this.grants.save(tx, { id, userId: Number(accountId), clientId, payload, created: this.clock.now() }),
    );
  }

  override async find(id: string): Promise<AdapterPayload | undefined> {
    return (await this.grants.find(this.database, id))?.payload as AdapterPayload | undefined;
  }

  override async destroy(id: string): Promise<void> {
    await this.writes.add((tx) => this.revocations.revoke(tx, id));
  }
}
