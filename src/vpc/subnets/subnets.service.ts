import { Inject, Injectable } from '@nestjs/common';
import type { Caller, CallerKey } from '../../access/caller.js';
import { EventsService } from '../../events/events.service.js';
import { Instances } from '../../instances/instances.port.js';
import { SETTINGS, type Settings } from '../../shared/config/settings.js';
import { Database } from '../../database/database.js';
import type { Tx } from '../../database/reader.js';
import { invalid, NotFound } from '../../shared/errors/errors.js';
import type { ListRequest } from '../../shared/lists/list-request.js';
import { pageOf } from '../../shared/lists/collection.js';
import { requireQuota } from '../../shared/limits/quota.rules.js';
import { Clock } from '../../shared/time/clock.js';
import { subnetEvent } from './subnet.events.js';
import type { VpcEntity } from '../vpcs/vpc.entity.js';
import { VpcsRepository } from '../vpcs/vpcs.repository.js';
import type { CreateSubnetRequest } from './create-subnet.request.js';
import { SUBNET } from './subnet.resource.js';
import { SubnetsRepository } from './subnets.repository.js';
import { SUBNETS, VIEW_SUBNET } from './subnets.sql.js';
import type { UpdateSubnetRequest } from './update-subnet.request.js';

@Injectable()
export class SubnetsService {
  constructor(
    private readonly subnets: SubnetsRepository,
    private readonly vpcs: VpcsRepository,
    private readonly instances: Instances,
    private readonly database: Database,
    private readonly events: EventsService,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async list(key: CallerKey, vpcId: number, request: ListRequest) {
    return pageOf(await SUBNETS.page(this.database, request, [key, vpcId]), SUBNET.shown);
  }

  /** @throws NotFound; Invalid at the VPC's quota, and when the range overlaps another subnet */
  create(caller: Caller, vpcId: number, request: CreateSubnetRequest) {
    return this.database.transaction(async (tx) => {
      const vpc = await this.vpcs.lock(tx, caller.accountId, vpcId);
      await this.requireRoomFor(tx, vpc, request.ipv4);
      const now = this.clock.now();
      const { label, ipv4 } = request;
      const of = { accountId: caller.accountId, vpcId };
      const subnet = await this.subnets.insert(tx, { ...of, label, ipv4, created: now, updated: now });
      this.events.record(tx, caller, subnetEvent('subnet_create', vpc, subnet));
      return SUBNET.shownOf({ ...subnet, instances: [] });
    });
  }

  /** @throws NotFound */
  update(caller: Caller, vpcId: number, id: number, request: UpdateSubnetRequest) {
    return this.database.transaction(async (tx) => {
      const vpc = await this.vpcs.lock(tx, caller.accountId, vpcId);
      const before = await this.subnets.lock(tx, vpc, id);
      const { row, isChanged } = await this.subnets.update(tx, before, request.label, this.clock.now());
      this.events.recordUpdate(tx, caller, subnetEvent('subnet_update', vpc, row), isChanged);
      return this.shown(tx, caller.key, vpcId, id);
    });
  }

  /**
   * Deletes the subnet (spec: VPCs rule 3). A blocked delete changes nothing (D-33).
   * @throws NotFound; Invalid with the `blockers` when an interface uses the subnet
   */
  delete(caller: Caller, vpcId: number, id: number) {
    return this.database.transaction(async (tx) => {
      const vpc = await this.vpcs.lock(tx, caller.accountId, vpcId);
      const subnet = await this.subnets.lock(tx, vpc, id);
      const blockers = await this.instances.usersOfSubnets(tx, caller, [id]);
      if (blockers.length > 0) throw invalid('', 'subnet_in_use', { blockers });
      await this.subnets.delete(tx, vpc, [id]);
      this.events.record(tx, caller, subnetEvent('subnet_delete', vpc, subnet));
      return {};
    });
  }

  private async requireRoomFor(tx: Tx, vpc: VpcEntity, ipv4: string): Promise<void> {
    const [count, overlaps] = await Promise.all([
      this.subnets.count(tx, vpc),
      this.subnets.overlaps(tx, vpc, ipv4),
    ]);
    requireQuota(count, this.settings.maxSubnetsPerVpc, 'subnet_limit');
    if (overlaps) throw invalid('ipv4', 'range_overlaps_subnet');
  }

  /** @throws NotFound when the caller has just lost the token or the grant */
  private async shown(tx: Tx, key: CallerKey, vpcId: number, id: number) {
    const subnet = await tx.row(VIEW_SUBNET, [key, vpcId, id]);
    if (!subnet) throw new NotFound();
    return SUBNET.shown(subnet);
  }
}
