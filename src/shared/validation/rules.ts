import type { Settings } from '../config/settings.js';
import { DATE_TIME, parseDateTime } from '../time/date-time.js';
import { isStorable, isText, lengthOf } from './characters.js';
import { reasonOf, type Reason } from '../errors/reason.js';
import { faultsAt, notValid, type Cap, type InnerFault, type Rule } from './rule.js';

/** A display label: printable characters only, `min`..`max` code points (D-12). */
export function label(min: number, max: number): Rule {
  return text(min, max, (value) => isText(value, { lines: false }));
}

/** A description: as a label, with line breaks and tabs (D-12). */
export function description(min: number, max: number): Rule {
  return text(min, max, (value) => isText(value, { lines: true }));
}

/** A storable string of `min`..`max` code points for which `accepts` is true. */
export function text(min: number, max: number, accepts: (value: string) => boolean = () => true): Rule {
  return {
    schema: { type: 'string', minLength: min, maxLength: max },
    check(value, key) {
      if (typeof value !== 'string' || !isStorable(value)) return notValid(key);
      const length = lengthOf(value);
      if (length < min || length > max) {
        return reasonOf('length_out_of_range', { minimum: min, maximum: max });
      }
      return accepts(value) ? undefined : notValid(key);
    },
  };
}

/**
 * A string.
 * @param refuse returns the reason to refuse it
 * @param schema restricts the documented schema
 */
export function string(refuse: (value: string) => Reason | undefined, schema: Rule['schema'] = {}): Rule {
  return {
    schema: { type: 'string', ...schema },
    check: (value, key) => (typeof value === 'string' && isStorable(value) ? refuse(value) : notValid(key)),
  };
}

/** An integer: JSON's `5.0` is valid, `"5"` is not (D-10). */
export function integer(min: number, max: number): Rule {
  return {
    schema: { type: 'integer', minimum: min, maximum: max },
    check(value, key) {
      if (!Number.isInteger(value)) return notValid(key);
      return (value as number) < min || (value as number) > max
        ? reasonOf('value_out_of_range', { minimum: min, maximum: max })
        : undefined;
    },
  };
}

/** The id of an entity: a positive integer. */
export function reference(): Rule {
  return {
    schema: { type: 'integer', minimum: 1 },
    check: (value, key) =>
      Number.isSafeInteger(value) && (value as number) >= 1 ? undefined : notValid(key),
  };
}

export function boolean(): Rule {
  return {
    schema: { type: 'boolean' },
    check: (value, key) => (typeof value === 'boolean' ? undefined : notValid(key)),
  };
}

/** One of the values. The refusal lists them in the spec's order. */
export function oneOf(values: readonly string[]): Rule {
  return {
    schema: { type: 'string', enum: [...values] },
    check(value, key) {
      if (typeof value !== 'string') return notValid(key);
      return values.includes(value) ? undefined : reasonOf('value_not_allowed', { allowed: values });
    },
  };
}

/** A date-time in any form of D-09. */
export function dateTime(): Rule {
  return {
    schema: { type: 'string', pattern: DATE_TIME.source },
    check: (value, key) => (typeof value === 'string' && parseDateTime(value) ? undefined : notValid(key)),
  };
}

/** An array whose entries obey `entry`. Faults of entries have the path `[i]`. */
export function list(entry: Rule): Rule {
  return {
    schema: { type: 'array', items: entry.schema },
    check(value, key, settings) {
      if (!Array.isArray(value)) return notValid(key);
      const faults = value.flatMap((item, index) => inner(entry, item, `[${index}]`, key, settings));
      return faults.length > 0 ? faults : undefined;
    },
  };
}

/** Adds a cap to a rule. A value beyond the cap gets only the cap's reason. */
export function capped({ schema, check }: Rule, cap: Cap): Rule {
  return {
    schema,
    cap,
    check: (value, key, settings) => cap(value, settings) ?? check(value, key, settings),
  };
}

/** An array of objects, which their class validates (`@Field(objects(), { of })`). */
export function objects(): Rule {
  return list(object());
}

/** An object, which its class validates. */
export function object(): Rule {
  return {
    schema: { type: 'object', additionalProperties: true },
    check: (value, key) => (typeof value === 'object' && !Array.isArray(value) ? undefined : notValid(key)),
  };
}

function inner(
  rule: Rule,
  item: unknown,
  at: string,
  key: string,
  settings: Settings,
): readonly InnerFault[] {
  return faultsAt(at, item === null ? notValid(key + at) : rule.check(item, key + at, settings), rule);
}
