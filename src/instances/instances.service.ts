import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../shared/config/settings.js';
import type { Reader, Tx } from '../database/reader.js';
import { invalid } from '../shared/errors/errors.js';
import type { Blocker } from '../shared/errors/reason.js';
import { Faults } from '../shared/errors/faults.js';
import { InstanceEntity } from './instance.entity.js';
import type { AttachedDisk, InstanceFacts, Viewer } from './instance.js';
import { checkIds, checkInterfaces, idsOf, interfacesOf } from './instance.rules.js';
import { InstancesRepository } from './instances.repository.js';
import { FIND_DISK, FIND_INSTANCE, USERS_OF_SUBNETS } from './instances.sql.js';

/**
 * Compute's facts for the other folders, in tables of their own (D-61): the instances, and the
 * subnets that their interfaces use.
 */
@Injectable()
export class Instances {
  constructor(
    private readonly instances: InstancesRepository,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async find(reader: Reader, instanceId: number): Promise<InstanceFacts | undefined> {
    return (await reader.row(FIND_INSTANCE, [instanceId]))?.instance;
  }

  /** As `find`, and locks the instance until the transaction ends. */
  async lock(tx: Tx, instanceId: number): Promise<InstanceFacts | undefined> {
    const owner = await this.instances.lockOwner(tx, instanceId);
    return owner === undefined ? undefined : this.find(tx, instanceId);
  }

  /** @returns undefined when the viewer may not see its instance */
  async findDisk(reader: Reader, viewer: Viewer, diskId: number): Promise<AttachedDisk | undefined> {
    const { accountId, restricted, userId } = viewer;
    const row = await reader.row(FIND_DISK, [diskId, accountId, restricted, userId]);
    if (!row) return undefined;
    const { instanceId, instanceLabel, ...disk } = row;
    return { ...disk, instance: { id: instanceId, label: instanceLabel } };
  }

  /**
   * The interfaces of any instance, active or not, that use one of the subnets (D-63): at most 100.
   * An instance that the viewer may not see has no label.
   */
  async usersOfSubnets(
    tx: Tx,
    { restricted, userId, narrowing }: Viewer,
    subnetIds: readonly number[],
  ): Promise<readonly Blocker[]> {
    const reachesInstances = narrowing === null || narrowing.openKinds.includes('rest');
    const users = await tx.rows(USERS_OF_SUBNETS, [subnetIds, restricted, userId, reachesInstances]);
    return users.map(({ id, label, configId, interfaceId }) => ({
      type: 'instance',
      id,
      ...(label !== null && { label }),
      config_id: configId,
      interface_id: interfaceId,
    }));
  }

  /** Deletes the instance, which the caller has locked, with its interfaces. */
  async remove(tx: Tx, instanceId: number): Promise<void> {
    await tx.repository(InstanceEntity).delete({ id: instanceId });
  }

  /**
   * Stores the instance and replaces its stored parts.
   * @throws Invalid with each field that contradicts other facts (platform-api.md, Compute)
   */
  async replace(tx: Tx, instance: InstanceFacts): Promise<void> {
    const faults = new Faults();
    const wanted = interfacesOf(instance).flatMap(({ fact }) => fact.subnetId ?? []);
    // Before the instance: a new one has no row to lock until it is stored.
    const subnets = await this.instances.lockSubnets(tx, wanted);
    await this.checkOwner(tx, instance, faults);
    await this.checkIds(tx, instance, faults);
    checkInterfaces(instance, subnets, faults);
    faults.throwIfAny();
    if (!(await this.instances.replace(tx, instance))) throw invalid('account_id', 'value_not_valid');
    await this.checkAddressesFree(tx, instance);
  }

  private async checkOwner(tx: Tx, { id, accountId, region }: InstanceFacts, faults: Faults): Promise<void> {
    const owner = await this.instances.lockOwner(tx, id);
    const exists = await this.instances.accountExists(tx, accountId);
    if (!exists || (owner !== undefined && owner !== accountId)) faults.add('account_id', 'value_not_valid');
    const regions = this.settings.regions.map((known) => known.id);
    if (!regions.includes(region)) faults.add('region', 'value_not_valid', { allowed: regions });
  }

  private async checkIds(tx: Tx, instance: InstanceFacts, faults: Faults): Promise<void> {
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
