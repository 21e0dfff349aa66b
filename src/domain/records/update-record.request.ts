import { Field } from '../../shared/validation/field.decorator.js';
import { decidedByType } from './record-fields.document.js';
import { CAA_TAGS } from './record-fields.rules.js';

/** The fields of `CreateRecordRequest` without `type`; `record.rules.ts` checks them. */
export class UpdateRecordRequest {
  @Field(decidedByType({ type: 'string', maxLength: 100 }), { clears: '' })
  name?: unknown;

  @Field(decidedByType({ type: 'string', maxLength: 65535 }), { example: '203.0.113.20' })
  target?: unknown;

  @Field(decidedByType({ type: 'integer', minimum: 0, maximum: 255 }))
  priority?: unknown;

  @Field(decidedByType({ type: 'integer', minimum: 0, maximum: 65535 }))
  weight?: unknown;

  @Field(decidedByType({ type: 'integer', minimum: 0, maximum: 65535 }))
  port?: unknown;

  @Field(decidedByType({ type: 'string' }))
  service?: unknown;

  @Field(decidedByType({ type: 'string' }))
  protocol?: unknown;

  @Field(decidedByType({ type: 'string', enum: [...CAA_TAGS] }))
  tag?: unknown;

  @Field(decidedByType({ type: 'integer', minimum: 0, maximum: 2147483647 }), { example: 300 })
  ttl_sec?: unknown;
}
