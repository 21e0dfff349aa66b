import type { Adapter, AdapterPayload } from 'oidc-provider';

/**
 * Keeps nothing: for what the library has and this service doesn't use, such as its sessions (the login pages have
 * their own). The other storages override what they need of it.
 */
export class NoStorage implements Adapter {
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
