import { ApiProperty } from '@nestjs/swagger';
import { RECORD_ACTIONS, type RecordAction } from '../../auth/narrowing/narrowing.js';
import type { NamedEntity } from '../../auth/narrowing/narrowing.sql.js';
import { NARROWABLE_TYPES } from './restrictions.rules.js';

/** A domain, or some of its records, that a token names; what is left out means all. */
export class DomainRestrictionResponse {
  @ApiProperty({ type: 'integer' }) id: number;
  @ApiProperty() domain: string;
  @ApiProperty({ type: [String], required: false }) names?: readonly string[];
  @ApiProperty({ enum: NARROWABLE_TYPES, isArray: true, required: false }) types?: readonly string[];
  @ApiProperty({ enum: RECORD_ACTIONS, isArray: true, required: false }) actions?: readonly RecordAction[];
}

/** What a token is narrowed to; empty when it is not. Its form is that of the request. */
export class RestrictionsResponse {
  @ApiProperty({ type: [String], required: false }) sources?: readonly string[];
  @ApiProperty({ type: [DomainRestrictionResponse], required: false })
  domains?: readonly DomainRestrictionResponse[];
  @ApiProperty({ type: 'array', items: { type: 'integer' }, required: false }) vpcs?: readonly number[];
  @ApiProperty({ type: [String], required: false }) images?: readonly string[];
  @ApiProperty({ type: 'integer', required: false }) unused_days?: number;
}

export function domainRestrictionView(entry: NamedEntity): DomainRestrictionResponse {
  const { id, label: domain, names, types, actions } = entry;
  return { id, domain, ...(names && { names }), ...(types && { types }), ...(actions && { actions }) };
}
