import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../shared/config/settings.js';
import type { Reader, Tx } from '../database/reader.js';
import { invalid } from '../shared/errors/errors.js';
import type { Blocker } from '../shared/errors/reason.js';
import { Faults } from '../shared/errors/faults.js';
import type { InstanceFacts } from './instance.js';
import { checkIds, checkInterfaces, idsOf, interfacesOf } from './instance.rules.js';
import { Instances, type AttachedDisk, type Viewer } from './instances.port.js';
import { InstancesRepository } from './instances.repository.js';

/** Stores compute's facts in tables of their own (D-61). */
@Injectable()
export class InstancesService extends Instances {
  constructor(
    private readonly instances: InstancesRepository,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {
    super();
  }

  find(reader: Reader, instanceId: number): Promise<InstanceFacts | null> {
    return this.instances.find(reader, instanceId);
  }

  findDisk(reader: Reader, viewer: Viewer, diskId: number): Promise<AttachedDisk | undefined> {
    return this.instances.findDisk(reader, viewer, diskId);
  }

  async replace(tx: Tx, instance: InstanceFacts): Promise<void> {
    const faults = new Faults();
    await this.checkOwner(tx, instance, faults);
    await this.checkIdsAndSubnets(tx, instance, faults);
    faults.throwIfAny();
    if (!(await this.instances.replace(tx, instance))) throw invalid('account_id', 'value_not_valid');
    await this.checkAddressesFree(tx, instance);
  }

  usersOfSubnets(tx: Tx, viewer: Viewer, subnetIds: readonly number[]): Promise<readonly Blocker[]> {
    return this.instances.usersOfSubnets(tx, viewer, subnetIds);
  }

  remove(tx: Tx, instanceId: number): Promise<boolean> {
    return this.instances.remove(tx, instanceId);
  }

  private async checkOwner(tx: Tx, { id, accountId, region }: InstanceFacts, faults: Faults): Promise<void> {
    const owner = await this.instances.lockOwner(tx, id);
    const exists = await this.instances.accountExists(tx, accountId);
    if (!exists || (owner !== undefined && owner !== accountId)) faults.add('account_id', 'value_not_valid');
    const regions = this.settings.regions.map((known) => known.id);
    if (!regions.includes(region)) faults.add('region', 'value_not_valid', { allowed: regions });
  }

  private async checkIdsAndSubnets(tx: Tx, instance: InstanceFacts, faults: Faults): Promise<void> {
    const ids = idsOf(instance);
    for (const kind of ['disks', 'configs', 'interfaces'] as const) {
      const foreign = await this.instances.foreignIds(
        tx,
        kind,
        instance.id,
        ids[kind].map(({ id }) => id),
      );
      checkIds(ids[kind], foreign, faults);
    }
    const wanted = interfacesOf(instance).flatMap(({ fact }) => fact.subnetId ?? []);
    checkInterfaces(instance, await this.instances.lockSubnets(tx, wanted), faults);
  }

  /**
   * Reports addresses that another instance has. Call it after the instance's own old addresses are
   * deleted.
   */
  private async checkAddressesFree(tx: Tx, instance: InstanceFacts): Promise<void> {
    const faults = new Faults();
    for (const { path, fact } of interfacesOf(instance)) {
      const wanted = [
        ...(fact.address === null ? [] : [{ range: fact.address, field: `${path}.ipv4.vpc` }]),
        ...fact.ranges.map((range, index) => ({ range, field: `${path}.ip_ranges[${index}]` })),
      ];
      for (const { range, field } of wanted) {
        const taken = await this.instances.isTaken(tx, fact.subnetId!, instance.id, range);
        if (taken) faults.add(field, 'value_not_valid');
      }
    }
    faults.throwIfAny();
    await this.instances.insertAddresses(tx, instance);
  }
}
