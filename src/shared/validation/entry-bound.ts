import type { Fault } from '../errors/errors.js';
import { fieldsOf } from './declared-fields.js';
import { notValid } from './rule.js';

/**
 * Entries of all lists of a body together. Checking one takes some 30 microseconds, and telling what is wrong with it 70
 * octets: without a bound one body could keep everybody waiting for seconds.
 */
const MAX_ENTRIES = 5000;

type RequestClass = new () => object;

/** The fault of the first list that is one too many, told before anything in it is looked at; unknown keys don't count. */
export function entryFault(of: object, body: object): Fault | undefined {
  return new EntryCount().faultIn(of, body, '');
}

class EntryCount {
  private entries = 0;

  faultIn(of: object, body: object, path: string): Fault | undefined {
    for (const [key, { of: nested }] of fieldsOf(of)) {
      const value = (body as Readonly<Record<string, unknown>>)[key];
      const fault = this.faultOf(value, key, path === '' ? key : `${path}.${key}`, nested);
      if (fault) return fault;
    }
    return undefined;
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
    if (!nested) return undefined;
    for (const [index, entry] of value.entries()) {
      const fault = this.insideOf(entry, nested, `${field}[${index}]`);
      if (fault) return fault;
    }
    return undefined;
  }

  private insideOf(value: unknown, nested: RequestClass, path: string): Fault | undefined {
    return typeof value === 'object' && value !== null ? this.faultIn(nested, value, path) : undefined;
  }
}
