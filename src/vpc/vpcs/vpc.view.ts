import { ApiProperty } from '@nestjs/swagger';
import { shownTime } from '../../shared/time/date-time.js';
import { SubnetResponse, subnetView, type SubnetRow } from '../subnets/subnet.view.js';

/** A VPC with its subnets. */
export interface VpcRow {
  readonly id: number;
  readonly label: string;
  readonly description: string;
  readonly region: string;
  readonly subnets: readonly SubnetRow[];
  readonly created: string;
  readonly updated: string;
}

/** spec: VPC. */
export class VpcResponse {
  @ApiProperty({ type: 'integer' }) id: number;
  @ApiProperty() label: string;
  @ApiProperty() description: string;
  @ApiProperty({ example: 'us-east' }) region: string;
  @ApiProperty({ type: [SubnetResponse] }) subnets: SubnetResponse[];
  @ApiProperty({ format: 'date-time' }) created: string;
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true }) updated: string | null;
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
