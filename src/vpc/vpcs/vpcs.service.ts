import { Inject, Injectable } from '@nestjs/common';
import type { Caller, CallerKey } from '../../access/caller.js';
import { GrantsRepository } from '../../access/grants/grants.repository.js';
import { EventsService } from '../../events/events.service.js';
import { Instances } from '../../instances/instances.port.js';
import { SETTINGS, type Settings } from '../../shared/config/settings.js';
import { Database } from '../../database/database.js';
import type { Batch, Tx } from '../../database/reader.js';
import { invalid, NotFound, Unauthenticated } from '../../shared/errors/errors.js';
import { Faults } from '../../shared/errors/faults.js';
import type { ListRequest } from '../../shared/lists/list-request.js';
import { pageOf } from '../../shared/lists/collection.js';
import { requireQuota } from '../../shared/limits/quota.rules.js';
import { Clock } from '../../shared/time/clock.js';
import { checkSiblings } from '../subnets/subnet.rules.js';
import { SubnetsRepository } from '../subnets/subnets.repository.js';
import { subnetReference } from '../subnets/subnet.events.js';
import { vpcReference } from './vpc.events.js';
import type { CreateVpcRequest } from './create-vpc.request.js';
import type { UpdateVpcRequest } from './update-vpc.request.js';
import { vpcView } from './vpc.view.js';
import type { VpcEntity } from './vpc.entity.js';
import { VpcsRepository } from './vpcs.repository.js';

@Injectable()
export class VpcsService {
  constructor(
    private readonly vpcs: VpcsRepository,
    private readonly subnets: SubnetsRepository,
    private readonly instances: Instances,
    private readonly grants: GrantsRepository,
    private readonly database: Database,
    private readonly events: EventsService,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async list(key: CallerKey, request: ListRequest) {
    return pageOf(await this.vpcs.list(key, request), vpcView);
  }

  /** Creates the VPC and its subnets, all or nothing (D-53). */
  create(caller: Caller, request: CreateVpcRequest) {
    this.mustFit(request);
    const { label, subnets = [] } = request;
    const max = this.settings.maxVpcsPerAccount;
    return this.database.optimistic(async (commit) => {
      const reserve = (batch: Batch) => this.vpcs.reserveIds(batch, caller.accountId, subnets.length);
      const vpc = await commit(reserve);
      // The account is gone, and the token with it.
      if (!vpc) throw new Unauthenticated();
      requireQuota(vpc.count, max, 'vpc_limit');
      const withIds = subnets.map((subnet, index) => ({ id: vpc.subnetIds[index]!, label: subnet.label }));
      const made = await commit((batch) => {
        const inserted = this.vpcs.insert(batch, caller.accountId, max, vpc, request, this.clock.now());
        if (caller.restricted) this.grants.grantCreator(batch, 'vpc', caller.userId, vpc.id);
        this.recordWithSubnets(batch, caller, 'create', { id: vpc.id, label }, withIds);
        return inserted;
      });
      return vpcView(made);
    });
  }

  update(caller: Caller, id: number, request: UpdateVpcRequest) {
    return this.database.transaction(async (tx) => {
      const before = await this.vpcs.lock(tx, caller.accountId, id);
      const { row: vpc, isChanged } = await this.vpcs.update(tx, before, request, this.clock.now());
      const event = { action: 'vpc_update', entity: vpcReference(vpc) } as const;
      this.events.recordUpdate(tx, caller, event, isChanged);
      return this.shown(tx, caller.key, id);
    });
  }

  /** spec: VPCs rule 2. A blocked delete changes nothing (D-33). */
  delete(caller: Caller, id: number) {
    return this.database.transaction(async (tx) => {
      const vpc = await this.vpcs.lock(tx, caller.accountId, id);
      const subnets = await this.subnets.lockAll(tx, id);
      const subnetIds = subnets.map((subnet) => subnet.id);
      const blockers = await this.instances.usersOfSubnets(tx, caller, subnetIds);
      if (blockers.length > 0) throw invalid('', 'vpc_in_use', { blockers });
      await this.subnets.delete(tx, id, subnetIds);
      await this.vpcs.delete(tx, vpc);
      this.recordWithSubnets(tx, caller, 'delete', vpc, subnets);
      return {};
    });
  }

  /** @throws NotFound, also when the caller has just lost the token or the grant. */
  private async shown(tx: Tx, key: CallerKey, id: number) {
    const vpc = await this.vpcs.find(tx, key, id);
    if (!vpc) throw new NotFound();
    return vpcView(vpc);
  }

  private mustFit({ subnets = [] }: CreateVpcRequest): void {
    const faults = new Faults();
    checkSiblings(subnets, faults);
    faults.throwIfAny();
  }

  /** Records the VPC's event, and one for each subnet that is created or deleted with it (spec: Events). */
  private recordWithSubnets(
    tx: Tx | Batch,
    caller: Caller,
    what: 'create' | 'delete',
    vpc: Pick<VpcEntity, 'id' | 'label'>,
    subnets: readonly { id: number; label: string }[],
  ): void {
    const secondaryEntity = vpcReference(vpc);
    this.events.recordAll(tx, caller, [
      { action: `vpc_${what}`, entity: vpcReference(vpc) },
      ...subnets.map((subnet) => ({
        action: `subnet_${what}` as const,
        entity: subnetReference(vpc.id, subnet),
        secondaryEntity,
      })),
    ]);
  }
}
