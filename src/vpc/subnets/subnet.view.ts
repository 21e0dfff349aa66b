import { ApiProperty } from '@nestjs/swagger';
import type { Columns } from '../../database/statement.js';
import { ApiTime } from '../../shared/openapi/api-time.decorator.js';
import { shownTime } from '../../shared/time/date-time.js';
import type { VpcSubnetEntity } from './vpc-subnet.entity.js';

/** A subnet with the instances that are assigned to it. */
export interface SubnetRow extends Columns<VpcSubnetEntity, 'id' | 'label' | 'ipv4' | 'created' | 'updated'> {
  readonly instances: readonly { id: number; interfaces: readonly { active: boolean; id: number }[] }[];
}

class AttachedInterface {
  @ApiProperty() active: boolean;
  @ApiProperty({ type: 'integer' }) id: number;
}

class AttachedInstance {
  @ApiProperty({ type: 'integer' }) id: number;
  @ApiProperty({ type: [AttachedInterface] }) interfaces: AttachedInterface[];
}

/** spec: VPC Subnet. */
export class SubnetResponse {
  @ApiProperty({ type: 'integer' }) id: number;
  @ApiProperty() label: string;
  @ApiProperty({ example: '10.0.1.0/24' }) ipv4: string;
  @ApiProperty({ type: [AttachedInstance] }) instances: AttachedInstance[];
  @ApiTime() created: string;
  @ApiTime({ nullable: true }) updated: string | null;
}

export function subnetView(row: SubnetRow) {
  return {
    id: row.id,
    label: row.label,
    ipv4: row.ipv4,
    instances: row.instances,
    created: shownTime(row.created),
    updated: shownTime(row.updated),
  };
}
