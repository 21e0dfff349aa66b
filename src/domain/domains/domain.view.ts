import { ApiProperty } from '@nestjs/swagger';
import { ApiTime } from '../../shared/openapi/api-time.decorator.js';
import { shownTime } from '../../shared/time/date-time.js';
import type { DomainValues } from './domain-values.js';
import { DOMAIN_STATUSES, DOMAIN_TYPES, type DomainStatus, type DomainType } from '../domain.rules.js';

export interface DomainRow extends DomainValues {
  readonly id: number;
  readonly created: Date | string;
  readonly updated: Date | string;
}

/** A domain as the API shows it (spec: Domain). */
export class DomainResponse {
  @ApiProperty({ type: 'integer' }) id: number;
  @ApiProperty({ example: 'example.com' }) domain: string;
  @ApiProperty({ enum: DOMAIN_TYPES }) type: DomainType;
  @ApiProperty({ enum: DOMAIN_STATUSES }) status: DomainStatus;
  @ApiProperty() description: string;
  @ApiProperty({ deprecated: true }) group: string;
  @ApiProperty({ example: 'admin@example.com' }) soa_email: string;
  @ApiProperty({ type: [String] }) master_ips: readonly string[];
  @ApiProperty({ type: [String] }) axfr_ips: readonly string[];
  @ApiProperty({ type: 'integer' }) expire_sec: number;
  @ApiProperty({ type: 'integer' }) refresh_sec: number;
  @ApiProperty({ type: 'integer' }) retry_sec: number;
  @ApiProperty({ type: 'integer' }) ttl_sec: number;
  @ApiProperty({ type: [String] }) tags: readonly string[];
  @ApiTime() created: string;
  @ApiTime() updated: string;
}

export function domainView(row: DomainRow): DomainResponse {
  return {
    id: row.id,
    domain: row.domain,
    type: row.type,
    status: row.status,
    description: row.description,
    group: row.group,
    soa_email: row.soaEmail,
    master_ips: row.masterIps,
    axfr_ips: row.axfrIps,
    expire_sec: row.expireSec,
    refresh_sec: row.refreshSec,
    retry_sec: row.retrySec,
    ttl_sec: row.ttlSec,
    tags: row.tags,
    created: shownTime(row.created),
    updated: shownTime(row.updated),
  };
}
