import { ApiExtraModels, ApiProperty, getSchemaPath, type SchemaObject } from '@nestjs/swagger';
import { RECORD_ACTIONS, type RecordAction } from '../../access/narrowing/narrowing.js';
import type { NamedEntity } from '../../access/narrowing/narrowing.sql.js';
import { ALL } from './restrictions.js';
import { NARROWABLE_TYPES } from './restrictions.rules.js';

/** A domain, or some of its records, that a token names; what is left out means all. */
class DomainRestrictionResponse {
  @ApiProperty({ type: 'integer', description: 'The domain.' }) id: number;
  @ApiProperty({ description: 'The name of the domain.' }) domain: string;
  @ApiProperty({
    type: [String],
    required: false,
    description: 'The record names that the token may change; absent for all.',
  })
  names?: readonly string[];
  @ApiProperty({
    enum: NARROWABLE_TYPES,
    isArray: true,
    required: false,
    description: 'The record types that the token may change; absent for all.',
  })
  types?: readonly string[];
  @ApiProperty({
    enum: RECORD_ACTIONS,
    isArray: true,
    required: false,
    description: 'What the token may do with such records; absent for all.',
  })
  actions?: readonly RecordAction[];
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
  @ApiProperty({
    type: [String],
    required: false,
    description: 'The addresses and ranges that the token may be used from; absent: from all.',
  })
  sources?: readonly string[];
  @ApiProperty({
    oneOf: orAll({ $ref: getSchemaPath(DomainRestrictionResponse) }),
    required: false,
    description: 'The domains that the token reaches; `*` for all. Absent beside `vpcs` or `images`: none.',
  })
  domains?: readonly DomainRestrictionResponse[] | typeof ALL;
  @ApiProperty({
    oneOf: orAll({ type: 'integer' }),
    required: false,
    description: 'The VPCs that the token reaches; `*` for all. Absent beside `domains` or `images`: none.',
  })
  vpcs?: readonly number[] | typeof ALL;
  @ApiProperty({
    oneOf: orAll({ type: 'string' }),
    required: false,
    description:
      'The private images that the token reaches; `*` for all. Absent beside `domains` or `vpcs`: none.',
  })
  images?: readonly string[] | typeof ALL;
  @ApiProperty({
    type: 'integer',
    required: false,
    description: 'After how many days without use the token ends; absent: it does not.',
  })
  unused_days?: number;
}

export function domainRestrictionView(entry: NamedEntity): DomainRestrictionResponse {
  const { id, label: domain, names, types, actions } = entry;
  return { id, domain, ...(names && { names }), ...(types && { types }), ...(actions && { actions }) };
}
