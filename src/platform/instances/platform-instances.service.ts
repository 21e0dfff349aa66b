import { Injectable } from '@nestjs/common';
import { InstanceKeeper, Instances } from '../../instances/instances.port.js';
import { Database } from '../../shared/database/database.js';
import { NotFound } from '../../shared/errors/errors.js';
import type { InstanceRequest } from './instance.requests.js';
import { instanceFacts, instanceView } from './instance.view.js';

/** Compute's side of instances (platform-api.md, Compute). */
@Injectable()
export class PlatformInstancesService {
  constructor(
    private readonly instances: Instances,
    private readonly keeper: InstanceKeeper,
    private readonly database: Database,
  ) {}

  async put(id: number, request: InstanceRequest) {
    await this.database.transaction((tx) => this.instances.replace(tx, instanceFacts(id, request)));
    return this.view(id);
  }

  async view(id: number) {
    const instance = await this.instances.find(id);
    if (!instance) throw new NotFound();
    return instanceView(instance);
  }

  /** @param keepImage whether an automatic image of the first disk is made before it goes. */
  async delete(id: number, keepImage: boolean) {
    const instance = await this.instances.find(id);
    if (!instance) throw new NotFound();
    return this.database.transaction(async (tx) => {
      if (!(await this.instances.remove(tx, id))) throw new NotFound();
      if (keepImage) await this.keeper.keepImage(tx, instance);
      return {};
    });
  }
}
