import type { Settings } from '../config/settings.js';
import type { Fault } from '../errors/errors.js';
import { fieldsOf, type DeclaredField, type RequestClass } from './declared-fields.js';
import { notValid } from './rule.js';

/**
 * The maximum number of entries in all lists of a body. Validating one takes some 30 microseconds,
 * and reporting its fault 70 bytes: without a limit, one body could delay all requests for seconds.
 */
const MAX_ENTRIES = 5000;

/**
 * The fault of the first list that exceeds the limit; unknown keys don't count. It comes before all
 * validation of entries. A rule's own cap takes precedence.
 * @returns undefined within the limit
 */
export function entryFault(of: object, body: object, settings: Settings): Fault | undefined {
  return new EntryCount(settings).faultIn(of, body, '');
}

class EntryCount {
  private entries = 0;

  constructor(private readonly settings: Settings) {}

  faultIn(of: object, body: object, path: string): Fault | undefined {
    for (const [key, declared] of fieldsOf(of)) {
      const value = (body as Readonly<Record<string, unknown>>)[key];
      const field = path === '' ? key : `${path}.${key}`;
      const fault = this.faultOf(value, key, field, declared.of);
      if (fault) return this.capFault(value, field, declared) ?? fault;
    }
    return undefined;
  }

  private capFault(value: unknown, field: string, { cap }: DeclaredField): Fault | undefined {
    const reason = cap?.(value, this.settings);
    return reason && { field, ...reason };
  }

  private faultOf(
    value: unknown,
    key: string,
    field: string,
    nested: RequestClass | undefined,
  ): Fault | undefined {
    if (!Array.isArray(value)) return nested && this.insideOf(value, nested, field);
    this.entries += value.length;
    if (this.entries > MAX_ENTRIES) return { field, ...notValid(key) };
    // An entry may be a list itself. It is not valid, but its own entries are validated, too.
    for (const [index, entry] of value.entries()) {
      const at = `[${index}]`;
      const fault = this.faultOf(entry, key + at, field + at, nested);
      if (fault) return fault;
    }
    return undefined;
  }

  private insideOf(value: unknown, nested: RequestClass, path: string): Fault | undefined {
    return typeof value === 'object' && value !== null ? this.faultIn(nested, value, path) : undefined;
  }
}
