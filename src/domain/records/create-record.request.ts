import { Field } from '../../shared/validation/field.decorator.js';
import { RECORD } from './record.resource.js';
import { decidedByType } from './record-schemas.js';

/**
 * The type decides which fields apply and which values are valid (D-99), so `record.rules.ts`
 * checks all fields.
 */
export class CreateRecordRequest {
  @Field(decidedByType('type'), {
    isExpected: true,
    description: RECORD.describe('type'),
    example: 'A',
  })
  type: unknown;

  @Field(decidedByType('name'), {
    description: RECORD.describe('name'),
    example: 'www',
  })
  name?: unknown;

  @Field(decidedByType('target'), {
    isExpected: true,
    description: RECORD.describe('target'),
    example: '203.0.113.10',
  })
  target: unknown;

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
    example: 3600,
  })
  ttl_sec?: unknown;
}
