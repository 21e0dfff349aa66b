import { Injectable } from '@nestjs/common';
import type { Origin } from '../../access/origin.js';
import { InstanceKeeper, Instances, type InstanceFacts } from '../../instances/instances.port.js';
import { Database } from '../../database/database.js';
import type { Reader } from '../../database/reader.js';
import { NotFound } from '../../shared/errors/errors.js';
import type { InstanceRequest } from './instance.requests.js';
import { instanceFacts, instanceView } from './instance.view.js';

/** Instances, as compute reports them (platform-api.md, Compute). */
@Injectable()
export class PlatformInstancesService {
  constructor(
    private readonly instances: Instances,
    private readonly keeper: InstanceKeeper,
    private readonly database: Database,
  ) {}

  /** @throws Invalid with each field that contradicts other facts */
  put(id: number, request: InstanceRequest) {
    return this.database.transaction(async (tx) => {
      await this.instances.replace(tx, instanceFacts(id, request));
      return instanceView(await this.found(tx, id));
    });
  }

  /** @throws NotFound without such an instance */
  async view(id: number) {
    return instanceView(await this.found(this.database, id));
  }

  /**
   * @param keepImage whether to capture an automatic image of the first disk before the instance is
   * deleted
   * @throws NotFound without such an instance; Invalid when the account has no room for the image
   */
  delete(origin: Origin, id: number, keepImage: boolean) {
    return this.database.transaction(async (tx) => {
      // The lock keeps the disks as they are until the image of the first one is stored.
      const instance = await this.instances.lock(tx, id);
      if (!instance) throw new NotFound();
      await this.instances.remove(tx, id);
      if (keepImage) await this.keeper.keepImage(tx, origin, instance);
      return {};
    });
  }

  private async found(reader: Reader, id: number): Promise<InstanceFacts> {
    const instance = await this.instances.find(reader, id);
    if (!instance) throw new NotFound();
    return instance;
  }
}
