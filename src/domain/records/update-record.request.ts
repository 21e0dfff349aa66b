import { Field } from '../../shared/validation/field.decorator.js';
import { decidedByType, RECORD_FIELDS } from './record-fields.document.js';
import { CAA_TAGS } from './record-fields.rules.js';
import { SECONDS_SCHEMA } from '../seconds.rules.js';

/** The fields of `CreateRecordRequest` without `type`; `record.rules.ts` checks them. */
export class UpdateRecordRequest {
  @Field(decidedByType({ type: 'string', maxLength: 100 }), {
    description: RECORD_FIELDS.name,
    clears: '',
  })
  name?: unknown;

  @Field(decidedByType({ type: 'string', maxLength: 65535 }), {
    description: RECORD_FIELDS.target,
    example: '203.0.113.20',
  })
  target?: unknown;

  @Field(decidedByType({ type: 'integer', minimum: 0, maximum: 255 }), {
    description: RECORD_FIELDS.priority,
  })
  priority?: unknown;

  @Field(decidedByType({ type: 'integer', minimum: 0, maximum: 65535 }), {
    description: RECORD_FIELDS.weight,
  })
  weight?: unknown;

  @Field(decidedByType({ type: 'integer', minimum: 0, maximum: 65535 }), {
    description: RECORD_FIELDS.port,
  })
  port?: unknown;

  @Field(decidedByType({ type: 'string' }), { description: RECORD_FIELDS.service })
  service?: unknown;

  @Field(decidedByType({ type: 'string' }), {
    description: RECORD_FIELDS.protocol,
  })
  protocol?: unknown;

  @Field(decidedByType({ type: 'string', enum: [...CAA_TAGS] }), {
    description: RECORD_FIELDS.tag,
  })
  tag?: unknown;

  @Field(decidedByType(SECONDS_SCHEMA), {
    description: RECORD_FIELDS.ttl_sec,
    example: 300,
  })
  ttl_sec?: unknown;
}
