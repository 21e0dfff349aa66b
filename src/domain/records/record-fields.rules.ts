import { reasonOf, type Reason } from '../../shared/errors/reason.js';
import { isStorable } from '../../shared/validation/characters.js';
import { notValid, type Rule } from '../../shared/validation/rule.js';
import { SECONDS_SCHEMA } from '../seconds.rules.js';
import { MAX_RECORD_NAME_LENGTH } from './record-name.rules.js';
import { RECORD_TYPES, type TypedField } from './record-type.js';

/** Returns why a value that is present is not valid; otherwise undefined. */
type Check = (value: unknown, key: string) => Reason | undefined;

const PROTOCOL = /^_?[a-z0-9-]{1,62}$/i;
/** Services in use have inner underscores (D-261). */
const SERVICE = /^_?(?!_)[a-z0-9_-]{1,62}(?<!_)$/i;

export const MAX_TARGET_LENGTH = 65535;
export const CAA_TAGS = ['issue', 'issuewild', 'iodef'] as const;

/**
 * The schema of each field for all record types together: for the OpenAPI document and for the
 * `expected` of a fault.
 */
export const RECORD_SCHEMAS = {
  type: { type: 'string', enum: [...RECORD_TYPES] },
  name: { type: 'string', maxLength: MAX_RECORD_NAME_LENGTH },
  target: { type: 'string', maxLength: MAX_TARGET_LENGTH },
  priority: { type: 'integer', minimum: 0, maximum: 255 },
  weight: { type: 'integer', minimum: 0, maximum: 65535 },
  port: { type: 'integer', minimum: 0, maximum: 65535 },
  service: { type: 'string' },
  protocol: { type: 'string' },
  tag: { type: 'string', enum: [...CAA_TAGS] },
  ttl_sec: SECONDS_SCHEMA,
} satisfies Readonly<Record<string, Rule['schema']>>;

/** The check of each field that only some types have (D-99). */
export const FIELD_CHECKS: Readonly<Record<TypedField, Check>> = {
  priority: integerFault(RECORD_SCHEMAS.priority),
  weight: integerFault(RECORD_SCHEMAS.weight),
  port: integerFault(RECORD_SCHEMAS.port),
  service: labelFault(SERVICE),
  protocol: labelFault(PROTOCOL),
  tag: tagFault,
};

function integerFault({ minimum, maximum }: { readonly minimum: number; readonly maximum: number }): Check {
  return (value, key) => {
    if (!Number.isInteger(value)) return notValid(key);
    return (value as number) < minimum || (value as number) > maximum
      ? reasonOf('value_out_of_range', { minimum, maximum })
      : undefined;
  };
}

function labelFault(form: RegExp): Check {
  return (value, key) => (typeof value === 'string' && form.test(value) ? undefined : notValid(key));
}

function tagFault(value: unknown, key: string): Reason | undefined {
  if (typeof value !== 'string' || !isStorable(value)) return notValid(key);
  return CAA_TAGS.some((tag) => tag === value)
    ? undefined
    : reasonOf('value_not_allowed', { allowed: CAA_TAGS });
}
