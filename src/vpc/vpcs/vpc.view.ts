import { ApiProperty } from '@nestjs/swagger';
import type { Columns } from '../../database/statement.js';
import { ApiTime } from '../../shared/openapi/api-time.decorator.js';
import { shownTime } from '../../shared/time/date-time.js';
import { SubnetResponse, subnetView, type SubnetRow } from '../subnets/subnet.view.js';
import type { VpcEntity } from './vpc.entity.js';

/** A VPC with its subnets. */
export interface VpcRow extends Columns<
  VpcEntity,
  'id' | 'label' | 'description' | 'region' | 'created' | 'updated'
> {
  readonly subnets: readonly SubnetRow[];
}

/** spec: VPC. */
export class VpcResponse {
  @ApiProperty({ type: 'integer' }) id: number;
  @ApiProperty() label: string;
  @ApiProperty() description: string;
  @ApiProperty({ example: 'us-east' }) region: string;
  @ApiProperty({ type: [SubnetResponse] }) subnets: SubnetResponse[];
  @ApiTime() created: string;
  @ApiTime({ nullable: true }) updated: string | null;
}

export function vpcView(row: VpcRow) {
  return {
    id: row.id,
    label: row.label,
    description: row.description,
    region: row.region,
    subnets: row.subnets.map(subnetView),
    created: shownTime(row.created),
    updated: shownTime(row.updated),
  };
}
