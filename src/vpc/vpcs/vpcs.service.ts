import { Inject, Injectable } from '@nestjs/common';
import type { Caller, CallerKey } from '../../access/caller.js';
import { NEW_ENTITY, NEW_SECONDARY } from '../../events/events.sql.js';
import { EventsService } from '../../events/events.service.js';
import { Instances } from '../../instances/instances.port.js';
import { SETTINGS, type Settings } from '../../shared/config/settings.js';
import { Database } from '../../database/database.js';
import type { Tx } from '../../database/reader.js';
import { invalid, NotFound, Unauthenticated } from '../../shared/errors/errors.js';
import { Faults } from '../../shared/errors/faults.js';
import type { ListRequest } from '../../shared/lists/list-request.js';
import { pageOf } from '../../shared/lists/collection.js';
import { Clock } from '../../shared/time/clock.js';
import { checkSiblings } from '../subnets/subnet.rules.js';
import { SubnetsRepository } from '../subnets/subnets.repository.js';
import { subnetEvent } from '../subnets/subnet.events.js';
import { vpcReference } from './vpc.events.js';
import type { CreateVpcRequest } from './create-vpc.request.js';
import type { UpdateVpcRequest } from './update-vpc.request.js';
import { VPC } from './vpc.resource.js';
import { VpcsRepository } from './vpcs.repository.js';
import { VIEW_VPC, VPCS } from './vpcs.sql.js';

@Injectable()
export class VpcsService {
  constructor(
    private readonly vpcs: VpcsRepository,
    private readonly subnets: SubnetsRepository,
    private readonly instances: Instances,
    private readonly database: Database,
    private readonly events: EventsService,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async list(caller: Caller, request: ListRequest) {
    return pageOf(await VPCS.page(this.database, caller, request), VPC.shown);
  }

  /**
   * Creates the VPC and its subnets, all or nothing (D-53).
   * @throws Invalid for overlapping subnets, and when the account has reached its quota
   */
  async create(caller: Caller, request: CreateVpcRequest) {
    this.requireDisjoint(request);
    const { label, subnets = [] } = request;
    const max = this.settings.maxVpcsPerAccount;
    const made = await this.database.change((run) => {
      const vpc = { id: NEW_SECONDARY, label };
      const events = [
        { action: 'vpc_create', entity: vpcReference({ id: NEW_ENTITY, label }) } as const,
        ...subnets.map((subnet) =>
          subnetEvent('subnet_create', vpc, { id: NEW_ENTITY, label: subnet.label }),
        ),
      ];
      const creator = caller.restricted ? caller.userId : null;
      return this.vpcs.insert(run, this.events.values(caller, ...events), max, request, creator);
    }, caller.changes);
    if (made) return VPC.shown(made);
    const used = await this.vpcs.count(caller.accountId);
    // The account was deleted, and the token with it.
    if (used === undefined) throw new Unauthenticated();
    throw invalid('', 'vpc_limit', { limit: max, used: Math.max(used, max) });
  }

  /** @throws NotFound */
  update(caller: Caller, id: number, request: UpdateVpcRequest) {
    return this.database.transaction(async (tx) => {
      const before = await this.vpcs.lock(tx, caller.accountId, id);
      const { row: vpc, isChanged } = await this.vpcs.update(tx, before, request, this.clock.now());
      const event = { action: 'vpc_update', entity: vpcReference(vpc) } as const;
      this.events.recordUpdate(tx, caller, event, isChanged);
      return this.shown(tx, caller.key, id);
    });
  }

  /**
   * Deletes the VPC and its subnets (spec: VPCs rule 2). A blocked delete changes nothing (D-33).
   * @throws NotFound; Invalid with the `blockers` when an interface uses a subnet
   */
  delete(caller: Caller, id: number) {
    return this.database.transaction(async (tx) => {
      const [vpc, subnets] = await Promise.all([
        this.vpcs.lock(tx, caller.accountId, id),
        this.subnets.lockAll(tx, caller.accountId, id),
      ]);
      const subnetIds = subnets.map((subnet) => subnet.id);
      const blockers = await this.instances.usersOfSubnets(tx, caller, subnetIds);
      if (blockers.length > 0) throw invalid('', 'vpc_in_use', { blockers });
      const event = { action: 'vpc_delete', entity: vpcReference(vpc) } as const;
      const ofSubnets = subnets.map((subnet) => subnetEvent('subnet_delete', vpc, subnet));
      this.events.recordAll(tx, caller, [event, ...ofSubnets]);
      // Sent together, and run in this order.
      await Promise.all([this.subnets.delete(tx, vpc, subnetIds), this.vpcs.delete(tx, vpc)]);
      return {};
    }, caller.changes);
  }

  /** @throws NotFound when the caller has just lost the token or the grant */
  private async shown(tx: Tx, key: CallerKey, id: number) {
    const vpc = await tx.row(VIEW_VPC, [key, id]);
    if (!vpc) throw new NotFound();
    return VPC.shown(vpc);
  }

  private requireDisjoint({ subnets = [] }: CreateVpcRequest): void {
    const faults = new Faults();
    checkSiblings(subnets, faults);
    faults.throwIfAny();
  }
}
