import { ApiProperty } from '@nestjs/swagger';
import { ApiTime } from '../../shared/openapi/api-time.decorator.js';
import { shownTime } from '../../shared/time/date-time.js';
import { CAA_TAGS } from './record-fields.rules.js';
import { RECORD_TYPES, type RecordValues } from './record-type.js';

export interface RecordRow extends Omit<RecordValues, 'rdata'> {
  readonly id: number;
  readonly created: string;
  readonly updated: string;
}

/** A record as the API shows it (spec: Domain record). */
export class RecordResponse {
  @ApiProperty({ type: 'integer' }) id: number;
  @ApiProperty({ enum: RECORD_TYPES }) type: string;
  @ApiProperty() name: string;
  @ApiProperty() target: string;
  @ApiProperty({ type: 'integer' }) ttl_sec: number;
  @ApiProperty({ type: 'integer' }) priority: number;
  @ApiProperty({ type: 'integer' }) weight: number;
  @ApiProperty({ type: 'integer' }) port: number;
  @ApiProperty({ type: 'string', nullable: true }) service: string | null;
  @ApiProperty({ type: 'string', nullable: true }) protocol: string | null;
  @ApiProperty({ type: 'string', nullable: true, enum: [...CAA_TAGS, null] }) tag: string | null;
  @ApiTime() created: string;
  @ApiTime() updated: string;
}

export function recordView(row: RecordRow): RecordResponse {
  return {
    id: row.id,
    type: row.type,
    name: row.name,
    target: row.target,
    ttl_sec: row.ttlSec,
    priority: row.priority,
    weight: row.weight,
    port: row.port,
    service: row.service,
    protocol: row.protocol,
    tag: row.tag,
    created: shownTime(row.created),
    updated: shownTime(row.updated),
  };
}
