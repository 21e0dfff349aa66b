import type { AdapterPayload } from 'oidc-provider';
import { NullAdapter } from './null.adapter.js';
import type { OAuthPayloadsService } from './oauth-payloads.service.js';
import type { PayloadKind } from './oauth-payloads.repository.js';

/** Stores authorization requests in progress, codes and refresh tokens. */
export class PayloadAdapter extends NullAdapter {
  constructor(
    private readonly kind: PayloadKind,
    private readonly payloads: OAuthPayloadsService,
  ) {
    super();
  }

  override async upsert(id: string, payload: AdapterPayload, seconds: number): Promise<void> {
    await this.payloads.save(this.kind, id, payload, seconds);
  }

  override async find(id: string): Promise<AdapterPayload | undefined> {
    return this.payloads.find(this.kind, id);
  }

  override async consume(id: string): Promise<void> {
    await this.payloads.consume(this.kind, id);
  }

  override async destroy(id: string): Promise<void> {
    await this.payloads.destroy(this.kind, id);
  }
}
