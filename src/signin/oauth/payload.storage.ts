import type { AdapterPayload } from 'oidc-provider';
import { NoStorage } from './no.storage.js';
import type { PayloadsService } from './payloads.service.js';
import type { PayloadKind } from './payloads.repository.js';

/** Authorization requests under way, codes and refresh tokens. */
export class PayloadStorage extends NoStorage {
  constructor(
    private readonly kind: PayloadKind,
    private readonly payloads: PayloadsService,
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
