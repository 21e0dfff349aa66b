import { Field } from '../../shared/validation/field.decorator.js';
import { RECORD } from './record.resource.js';
import { decidedByType } from './record-schemas.js';

/** The fields of `CreateRecordRequest` without `type`; `record.rules.ts` checks them. */
export class UpdateRecordRequest {
  @Field(decidedByType('name'), {
    description: RECORD.describe('name'),
    clears: '',
  })
  name?: unknown;

  @Field(decidedByType('target'), {
    description: RECORD.describe('target'),
    example: '203.0.113.20',
  })
  target?: unknown;

  @Field(decidedByType('priority'), {
    description: RECORD.describe('priority'),
  })
  priority?: unknown;

  @Field(decidedByType('weight'), {
    description: RECORD.describe('weight'),
  })
  weight?: unknown;

  @Field(decidedByType('port'), {
    description: RECORD.describe('port'),
  })
  port?: unknown;

  @Field(decidedByType('service'), { description: RECORD.describe('service') })
  service?: unknown;

  @Field(decidedByType('protocol'), {
    description: RECORD.describe('protocol'),
  })
  protocol?: unknown;

  @Field(decidedByType('tag'), {
    description: RECORD.describe('tag'),
  })
  tag?: unknown;

  @Field(decidedByType('ttl_sec'), {
    description: RECORD.describe('ttl_sec'),
    example: 300,
  })
  ttl_sec?: unknown;
}
