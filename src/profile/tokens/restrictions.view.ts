import { ApiExtraModels, ApiProperty, getSchemaPath, type SchemaObject } from '@nestjs/swagger';
import { RECORD_ACTIONS, type RecordAction } from '../../access/narrowing/narrowing.js';
import type { NamedEntity } from '../../access/narrowing/narrowing.sql.js';
import { ALL } from './restrictions.js';
import { NARROWABLE_TYPES } from './restrictions.rules.js';

/** A domain, or some of its records, that a token names; what is left out means all. */
export class DomainRestrictionResponse {
  @ApiProperty({ type: 'integer' }) id: number;
  @ApiProperty() domain: string;
  @ApiProperty({ type: [String], required: false }) names?: readonly string[];
  @ApiProperty({ enum: NARROWABLE_TYPES, isArray: true, required: false }) types?: readonly string[];
  @ApiProperty({ enum: RECORD_ACTIONS, isArray: true, required: false }) actions?: readonly RecordAction[];
}

function orAll(items: SchemaObject['items']): SchemaObject[] {
  return [
    { type: 'array', items },
    { type: 'string', enum: [ALL] },
  ];
}

/** What a token is narrowed to; empty when it is not. Its form is that of the request. */
@ApiExtraModels(DomainRestrictionResponse)
export class RestrictionsResponse {
  @ApiProperty({ type: [String], required: false }) sources?: readonly string[];
  @ApiProperty({ oneOf: orAll({ $ref: getSchemaPath(DomainRestrictionResponse) }), required: false })
  domains?: readonly DomainRestrictionResponse[] | typeof ALL;
  @ApiProperty({ oneOf: orAll({ type: 'integer' }), required: false }) vpcs?: readonly number[] | typeof ALL;
  @ApiProperty({ oneOf: orAll({ type: 'string' }), required: false }) images?: readonly string[] | typeof ALL;
  @ApiProperty({ type: 'integer', required: false }) unused_days?: number;
}

export function domainRestrictionView(entry: NamedEntity): DomainRestrictionResponse {
  const { id, label: domain, names, types, actions } = entry;
  return { id, domain, ...(names && { names }), ...(types && { types }), ...(actions && { actions }) };
}
