import type { Type } from '@nestjs/common';
import { Field } from '../../shared/validation/field.decorator.js';
import { RECORD } from './record.resource.js';
import { RECORD_SCHEMAS } from './record-fields.rules.js';

type FieldName = keyof typeof RECORD_SCHEMAS;
type Options = Pick<NonNullable<Parameters<typeof Field>[1]>, 'isExpected' | 'clears' | 'example'>;

/** The fields between target and TTL, in the order of the spec. */
const TYPED_FIELDS = { priority: {}, weight: {}, port: {}, service: {}, protocol: {}, tag: {} };

export class CreateRecordRequest extends requestWith({
  type: { isExpected: true, example: 'A' },
  name: { example: 'www' },
  target: { isExpected: true, example: '203.0.113.10' },
  ...TYPED_FIELDS,
  ttl_sec: { example: 3600 },
}) {}

export class UpdateRecordRequest extends requestWith({
  name: { clears: '' },
  target: { example: '203.0.113.20' },
  ...TYPED_FIELDS,
  ttl_sec: { example: 300 },
}) {}

/**
 * The class of a request body with these fields, whose values are not checked. The type decides
 * which fields apply and which values are valid (D-99), so `record.rules.ts` checks them.
 */
function requestWith(fields: Readonly<Partial<Record<FieldName, Options>>>) {
  class RecordRequest {}
  for (const [name, options] of Object.entries(fields) as [FieldName, Options][]) {
    const rule = { schema: RECORD_SCHEMAS[name], check: () => undefined };
    Field(rule, { ...options, description: RECORD.describe(name) })(RecordRequest.prototype, name);
  }
  return RecordRequest as Type<Partial<Record<FieldName, unknown>>>;
}
