import { ApiProperty } from '@nestjs/swagger';
import { Field } from '../../shared/validation/field.decorator.js';
import { decidedByType, RECORD_FIELDS } from './record-fields.document.js';

/** The type decides which fields apply and which values are valid (D-99), so `record.rules.ts` checks all fields. */
export class CreateRecordRequest {
  @ApiProperty({ required: true })
  @Field(decidedByType('type'), {
    description: RECORD_FIELDS.type,
    example: 'A',
  })
  type: unknown;

  @Field(decidedByType('name'), {
    description: RECORD_FIELDS.name,
    example: 'www',
  })
  name?: unknown;

  @ApiProperty({ required: true })
  @Field(decidedByType('target'), {
    description: RECORD_FIELDS.target,
    example: '203.0.113.10',
  })
  target: unknown;

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
    example: 3600,
  })
  ttl_sec?: unknown;
}
