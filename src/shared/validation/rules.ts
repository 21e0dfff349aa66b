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

/** Any string that can be stored, `min`..`max` code points, further narrowed by `accepts`. */
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

/** A string for which `refuse` gives the reason, or undefined; `schema` narrows the document. */
export function string(refuse: (value: string) => Reason | undefined, schema: Rule['schema'] = {}): Rule {
  return {
    schema: { type: 'string', ...schema },
    check: (value, key) => (typeof value === 'string' && isStorable(value) ? refuse(value) : notValid(key)),
  };
}

/** An integer; JSON's `5.0` is one, `"5"` is none (D-10). */
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

/** A reference by number: anything but a positive integer can't name an entity. */
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

/** One of the values, told in the spec's order. */
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

/** An array whose entries each obey `entry`; their faults are told at `[i]`. */
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

/** The rule for values within a cap. Of a value beyond it, the cap is told and nothing else. */
export function capped({ schema, check }: Rule, cap: Cap): Rule {
  return {
    schema,
    cap,
    check: (value, key, settings) => cap(value, settings) ?? check(value, key, settings),
  };
}

/** An array of objects; what they hold is checked by their class (`@Field(objects(), { of })`). */
export function objects(): Rule {
  return list(object());
}

/** One object; what it holds is checked by its class. */
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
