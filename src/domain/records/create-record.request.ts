import { ApiProperty } from '@nestjs/swagger';
import { Field } from '../../shared/validation/field.decorator.js';
import { decidedByType, RECORD_FIELDS } from './record-fields.document.js';
import { CAA_TAGS } from './record-fields.rules.js';
import { SECONDS_SCHEMA } from '../seconds.rules.js';
import { RECORD_TYPES } from './record-type.js';

/** The type decides which fields apply and which values are valid (D-99), so `record.rules.ts` checks all fields. */
export class CreateRecordRequest {
  @ApiProperty({ required: true })
  @Field(decidedByType({ type: 'string', enum: [...RECORD_TYPES] }), {
    description: RECORD_FIELDS.type,
    example: 'A',
  })
  type: unknown;

  @Field(decidedByType({ type: 'string', maxLength: 100 }), {
    description: RECORD_FIELDS.name,
    example: 'www',
  })
  name?: unknown;

  @ApiProperty({ required: true })
  @Field(decidedByType({ type: 'string', maxLength: 65535 }), {
    description: RECORD_FIELDS.target,
    example: '203.0.113.10',
  })
  target: unknown;

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
    example: 3600,
  })
  ttl_sec?: unknown;
}
