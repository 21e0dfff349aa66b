import { reasonOf, type Reason } from '../errors/reason.js';
import { parseTime } from '../time/date-time.js';
import { isStorable } from '../validation/characters.js';
import { isObject } from '../validation/is-object.js';
import type { FieldSpec, Fields, Filter, FilterRequest, Operand, Operator, Order } from './filter.js';

const MAX_DEPTH = 10;
const MAX_MEMBERS = 500;
const OPERATORS: Readonly<Record<string, Operator>> = {
  '+gt': 'gt',
  '+gte': 'gte',
  '+lt': 'lt',
  '+lte': 'lte',
  '+neq': 'neq',
  '+contains': 'contains',
};
const ROOT_ONLY = new Set(['+order_by', '+order', '+limit']);
const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** A fault of `X-Filter`. */
export class FilterError extends Error {
  constructor(readonly reason: Reason = reasonOf('filter_not_applicable')) {
    super(reason.reason);
  }
}

type Members = Readonly<Record<string, unknown>>;

/**
 * Parses `X-Filter` (grammar and limits: decisions, "Filtering"). An empty filter selects
 * everything (D-188).
 * @param header as Node gives it: its octets as Latin-1; the filter is UTF-8 (D-35)
 * @throws FilterError
 */
export function parseFilterHeader(header: string | undefined, fields: Fields): FilterRequest {
  if (header === undefined || header.trim() === '') return {};
  const root = parseJson(header);
  const parser = new FilterParser(fields);
  const filter = parser.filter(root, 1);
  const order = parser.order(root as Members);
  return { filter, ...(order && { order }) };
}

class FilterParser {
  private members = 0;

  constructor(private readonly fields: Fields) {}

  filter(node: unknown, depth: number): Filter {
    if (!isObject(node) || depth > MAX_DEPTH) throw new FilterError();
    const entries = Object.entries(node);
    this.members += entries.length;
    if (this.members > MAX_MEMBERS) throw new FilterError();
    const members = depth === 1 ? entries.filter(([key]) => !ROOT_ONLY.has(key)) : entries;
    return { all: members.map(([key, value]) => this.member(key, value, depth)) };
  }

  order(root: Members): Order | undefined {
    const { '+order_by': by, '+order': direction } = root;
    if (direction !== undefined && direction !== 'asc' && direction !== 'desc') throw new FilterError();
    if (by === undefined && direction === undefined) return undefined;
    const descending = direction === 'desc';
    if (by === undefined) return { field: undefined, descending };
    if (typeof by !== 'string') throw new FilterError();
    const field = this.fieldNamed(by);
    if (!field?.orderable) {
      const allowed = Object.keys(this.fields).filter((name) => this.fields[name]!.orderable);
      throw new FilterError(reasonOf('order_field_unknown', { name: by, allowed }));
    }
    return { field, descending };
  }

  private member(key: string, value: unknown, depth: number): Filter {
    if (key === '+and') return { all: this.branches(value, depth) };
    if (key === '+or') return { any: this.branches(value, depth) };
    if (key.startsWith('+')) throw new FilterError();
    const field = this.fieldNamed(key);
    if (!field) {
      const allowed = Object.keys(this.fields);
      throw new FilterError(reasonOf('filter_field_unknown', { name: key, allowed }));
    }
    if (Array.isArray(value)) {
      throw new FilterError(field.type === 'array' ? reasonOf('tags_filter_not_valid') : undefined);
    }
    return isObject(value) ? this.comparisons(field, value) : comparison(field, 'eq', value);
  }

  private branches(value: unknown, depth: number): Filter[] {
    if (!Array.isArray(value)) throw new FilterError();
    return value.map((branch) => this.filter(branch, depth + 1));
  }

  private comparisons(field: FieldSpec, value: Members): Filter {
    const entries = Object.entries(value);
    if (entries.length === 0) throw new FilterError();
    return {
      all: entries.map(([key, operand]) => {
        const operator = Object.hasOwn(OPERATORS, key) ? OPERATORS[key] : undefined;
        if (!operator) throw new FilterError();
        return comparison(field, operator, operand);
      }),
    };
  }

  private fieldNamed(key: string): FieldSpec | undefined {
    return Object.hasOwn(this.fields, key) ? this.fields[key] : undefined;
  }
}

function comparison(field: FieldSpec, operator: Operator, value: unknown): Filter {
  if (field.text) {
    const { text, ...numbers } = field;
    if (typeof value === 'string' && operator !== 'contains') return comparison(text, operator, value);
    // One of the columns is null for each value: what is asked of the value is asked of both.
    if (typeof value !== 'number') {
      const forms = [numbers, text].map((form) => comparison(form, operator, value));
      return operator === 'eq' ? { all: forms } : { any: forms };
    }
  }
  if (!fits(field, operator, value)) throw new FilterError();
  // Only a whole value has a stored form: a part with a final period is not one without.
  const isWhole = typeof value === 'string' && operator !== 'contains';
  const operand = isWhole && field.normalise ? field.normalise(value) : (value as Operand);
  return { field, operator, value: operand };
}

const OPERANDS: Readonly<Record<FieldSpec['type'], (value: unknown) => boolean>> = {
  array: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  number: (value) => Number.isFinite(value),
  time: (value) => typeof value === 'string' && parseTime(value) !== undefined,
  string: (value) => typeof value === 'string',
};
/** Types without an order. Operators such as `+gt` do not apply to them. */
const UNORDERED = new Set(['array', 'boolean']);
/** Types with text search. A number is searched in its decimal form (D-265). */
const SEARCHABLE = new Set(['array', 'number', 'string']);
const IDENTITY = new Set<Operator>(['eq', 'neq']);

/** Whether the operator applies to the type of the field, and the operand has this type. */
function fits({ type }: FieldSpec, operator: Operator, value: unknown): boolean {
  if (value === null) return IDENTITY.has(operator);
  if (typeof value === 'string' && !isStorable(value)) return false;
  if (operator === 'contains') return SEARCHABLE.has(type) && typeof value === 'string';
  return OPERANDS[type](value) && (IDENTITY.has(operator) || !UNORDERED.has(type));
}

function parseJson(header: string): unknown {
  try {
    return JSON.parse(UTF8.decode(Buffer.from(header, 'latin1'))) as unknown;
  } catch {
    throw new FilterError(reasonOf('filter_not_json'));
  }
}
