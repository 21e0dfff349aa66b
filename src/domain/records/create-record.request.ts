import { ApiProperty } from '@nestjs/swagger';
import { Field } from '../../shared/validation/field.decorator.js';
import { decidedByType } from './record-fields.document.js';
import { CAA_TAGS } from './record-fields.rules.js';
import { RECORD_TYPES } from './record-type.js';

/** The type decides which fields apply and which values are valid (D-99), so `record.rules.ts` checks all fields. */
export class CreateRecordRequest {
  @ApiProperty({ required: true })
  @Field(decidedByType({ type: 'string', enum: [...RECORD_TYPES] }), { example: 'A' })
  type: unknown;

  @Field(decidedByType({ type: 'string', maxLength: 100 }), { example: 'www' })
  name?: unknown;

  @ApiProperty({ required: true })
  @Field(decidedByType({ type: 'string', maxLength: 65535 }), { example: '203.0.113.10' })
  target: unknown;

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

  @Field(decidedByType({ type: 'integer', minimum: 0, maximum: 2147483647 }), { example: 3600 })
  ttl_sec?: unknown;
}
