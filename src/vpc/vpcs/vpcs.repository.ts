import { Injectable } from '@nestjs/common';
import { AccountEntity } from '../../access/account.entity.js';
import { Database } from '../../database/database.js';
import type { Run, Tx, Values } from '../../database/reader.js';
import { changeRow, type Changed } from '../../database/repositories.js';
import { NotFound } from '../../shared/errors/errors.js';
import { mergedValues, takenParameters, unsetValues } from '../../shared/resources/resource-requests.js';
import type { CreateVpcRequest } from './create-vpc.request.js';
import type { UpdateVpcRequest } from './update-vpc.request.js';
import { VpcEntity } from './vpc.entity.js';
import { VPC, type VpcRow, type VpcValues } from './vpc.resource.js';
import { INSERT_VPC } from './vpcs.sql.js';

@Injectable()
export class VpcsRepository {
  constructor(private readonly database: Database) {}

  /** The number of the account's VPCs; undefined for a deleted account. */
  async count(accountId: number): Promise<number | undefined> {
    const account = await this.database
      .repository(AccountEntity)
      .findOne({ select: { id: true, vpcCount: true }, where: { id: accountId } });
    return account?.vpcCount;
  }

  /**
   * Inserts the VPC with its subnets.
   * @param events the values of the change's events
   * @param max the quota
   * @param creator the restricted user who gets a grant on the VPC (D-46); null for an unrestricted
   * one
   * @returns undefined when the account is deleted, or has `max` VPCs
   */
  insert(
    run: Run,
    events: Values,
    max: number,
    request: CreateVpcRequest,
    creator: number | null,
  ): Promise<VpcRow | undefined> {
    const { subnets = [] } = request;
    const [labels, ranges] = [subnets.map((subnet) => subnet.label), subnets.map(({ ipv4 }) => ipv4)];
    const values = mergedValues(VPC, unsetValues(VPC), request);
    return run(INSERT_VPC, [...events, max, labels, ranges, creator, ...takenParameters(VPC, values)]);
  }

  /**
   * Locks the VPC, so that changes of it and of its subnets run one after the other.
   * @throws NotFound when the account has no such VPC
   */
  async lock(tx: Tx, accountId: number, id: number): Promise<VpcEntity> {
    const lock = { mode: 'pessimistic_write' } as const;
    const vpc = await tx.repository(VpcEntity).findOne({ where: { accountId, id }, lock });
    if (!vpc) throw new NotFound();
    return vpc;
  }

  update(tx: Tx, vpc: VpcEntity, request: UpdateVpcRequest, updated: Date): Promise<Changed<VpcEntity>> {
    const { accountId, id } = vpc;
    const values: VpcValues = mergedValues(VPC, vpc, request);
    return changeRow(tx.repository(VpcEntity), { accountId, id }, vpc, values, { updated });
  }

  /** Deletes the VPC and decrements the account's counter (D-62). */
  async delete(tx: Tx, { accountId, id }: VpcEntity): Promise<void> {
    await Promise.all([
      tx.repository(VpcEntity).delete({ accountId, id }),
      tx.repository(AccountEntity).decrement({ id: accountId }, 'vpcCount', 1),
    ]);
  }
}
