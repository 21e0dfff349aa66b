import type { Rule } from '../../shared/validation/rule.js';
import { SECONDS_SCHEMA } from '../seconds.rules.js';
import { CAA_TAGS } from './record-fields.rules.js';
import { RECORD_TYPES } from './record-type.js';

/**
 * The schema of each field for all record types together: for the OpenAPI document and for the
 * `expected` of a fault.
 */
export const RECORD_SCHEMAS = {
  type: { type: 'string', enum: [...RECORD_TYPES] },
  name: { type: 'string', maxLength: 100 },
  target: { type: 'string', maxLength: 65535 },
  priority: { type: 'integer', minimum: 0, maximum: 255 },
  weight: { type: 'integer', minimum: 0, maximum: 65535 },
  port: { type: 'integer', minimum: 0, maximum: 65535 },
  service: { type: 'string' },
  protocol: { type: 'string' },
  tag: { type: 'string', enum: [...CAA_TAGS] },
  ttl_sec: SECONDS_SCHEMA,
} satisfies Readonly<Record<string, Rule['schema']>>;
