import type { Adapter, AdapterPayload } from 'oidc-provider';

/**
 * Stores nothing. It serves the library's kinds that this service does not use, such as the
 * library's own sessions. The other adapters extend it and override the methods that they need.
 */
export class NullAdapter implements Adapter {
  async upsert(_id: string, _payload: AdapterPayload, _seconds: number): Promise<void> {}

  async find(_id: string): Promise<AdapterPayload | undefined> {
    return undefined;
  }

  async findByUid(_uid: string): Promise<AdapterPayload | undefined> {
    return undefined;
  }

  async findByUserCode(_userCode: string): Promise<AdapterPayload | undefined> {
    return undefined;
  }

  async consume(_id: string): Promise<void> {}

  async destroy(_id: string): Promise<void> {}

  async revokeByGrantId(_grantId: string): Promise<void> {}
}
