import { Field } from '../../shared/validation/field.decorator.js';
import { decidedByType, RECORD_FIELDS } from './record-fields.document.js';

/** The fields of `CreateRecordRequest` without `type`; `record.rules.ts` checks them. */
export class UpdateRecordRequest {
  @Field(decidedByType('name'), {
    description: RECORD_FIELDS.name,
    clears: '',
  })
  name?: unknown;

  @Field(decidedByType('target'), {
    description: RECORD_FIELDS.target,
    example: '203.0.113.20',
  })
  target?: unknown;

  @Field(decidedByType('priority'), {
    description: RECORD_FIELDS.priority,
  })
  priority?: unknown;

  @Field(decidedByType('weight'), {
    description: RECORD_FIELDS.weight,
  })
  weight?: unknown;

  @Field(decidedByType('port'), {
    description: RECORD_FIELDS.port,
  })
  port?: unknown;

  @Field(decidedByType('service'), { description: RECORD_FIELDS.service })
  service?: unknown;

  @Field(decidedByType('protocol'), {
    description: RECORD_FIELDS.protocol,
  })
  protocol?: unknown;

  @Field(decidedByType('tag'), {
    description: RECORD_FIELDS.tag,
  })
  tag?: unknown;

  @Field(decidedByType('ttl_sec'), {
    description: RECORD_FIELDS.ttl_sec,
    example: 300,
  })
  ttl_sec?: unknown;
}
