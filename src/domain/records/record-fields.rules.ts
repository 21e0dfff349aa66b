import { reasonOf, type Reason } from '../../shared/errors/reason.js';
import { isStorable } from '../../shared/validation/characters.js';
import { notValid } from '../../shared/validation/rule.js';
import type { TypedField } from './record-type.js';

/** Returns why a value that is present is not valid; otherwise undefined. */
type Check = (value: unknown, key: string) => Reason | undefined;

const PROTOCOL = /^_?[a-z0-9-]{1,62}$/i;
/** Services in use have inner underscores (D-261). */
const SERVICE = /^_?(?!_)[a-z0-9_-]{1,62}(?<!_)$/i;

export const CAA_TAGS = ['issue', 'issuewild', 'iodef'] as const;

/** The check of each field that only some types have (D-99). */
export const FIELD_CHECKS: Readonly<Record<TypedField, Check>> = {
  priority: integerFault(0, 255),
  weight: integerFault(0, 65535),
  port: integerFault(0, 65535),
  service: labelFault(SERVICE),
  protocol: labelFault(PROTOCOL),
  tag: tagFault,
};

export function integerFault(min: number, max: number): Check {
  return (value, key) => {
    if (!Number.isInteger(value)) return notValid(key);
    return (value as number) < min || (value as number) > max
      ? reasonOf('value_out_of_range', { minimum: min, maximum: max })
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
