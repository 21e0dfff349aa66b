import { parseTime } from '../time/date-time.js';
import type { FieldSpec, Filter, Operand, Operator, Order } from './filter.js';
import { orderBy, type ListKey } from './list-key.js';
import type { Parameters } from './parameters.js';

const COMPARISONS: Readonly<Partial<Record<Operator, string>>> = { gt: '>', gte: '>=', lt: '<', lte: '<=' };

/** The filter as an SQL condition; each operand is a parameter. */
export function filterCondition(filter: Filter, parameters: Parameters): string {
  if ('all' in filter) return joined(filter.all, 'AND', 'true', parameters);
  if ('any' in filter) return joined(filter.any, 'OR', 'false', parameters);
  const { field, operator, value } = filter;
  if (field.type === 'array') return arrayCondition(field.column, operator, value, parameters);
  return condition(field, operator, value, parameters);
}

/**
 * The ORDER BY of a list: strings by their lower-case form, nulls last, then ties (D-36). Without a
 * field it is the list's own columns, all in the requested direction (D-215).
 * @param ties an ORDER BY
 */
export function orderClause({ field, descending }: Order, key: ListKey, ties: string): string {
  if (!field) return orderBy(key, descending);
  const direction = descending ? 'DESC' : 'ASC';
  const column = field.type === 'string' ? sortKey(field.column) : field.column;
  return `${column} ${direction} NULLS LAST, ${ties}`;
}

function joined(filters: readonly Filter[], word: string, none: string, parameters: Parameters): string {
  if (filters.length === 0) return none;
  return `(${filters.map((filter) => filterCondition(filter, parameters)).join(` ${word} `)})`;
}

function condition(
  { column, type }: FieldSpec,
  operator: Operator,
  value: Operand,
  parameters: Parameters,
): string {
  if (value === null) return `${column} IS ${operator === 'eq' ? '' : 'NOT '}NULL`;
  if (operator === 'contains') return contains(column, type, value, parameters);
  const placeholder = operandPlaceholder(type, value, parameters);
  if (operator === 'eq') return `${column} = ${placeholder}`;
  if (operator === 'neq') return `${column} IS DISTINCT FROM ${placeholder}`;
  const sides = type === 'string' ? [sortKey(column), sortKey(placeholder)] : [column, placeholder];
  return sides.join(` ${COMPARISONS[operator]!} `);
}

function arrayCondition(column: string, operator: Operator, value: Operand, parameters: Parameters): string {
  if (value === null) return operator === 'eq' ? 'false' : 'true';
  const placeholder = `${parameters.add(value)}::text`;
  if (operator === 'eq') return `${placeholder} = ANY (${column})`;
  if (operator === 'neq') return `NOT (${placeholder} = ANY (${column}))`;
  return `EXISTS (SELECT FROM unnest(${column}) element WHERE ${holds('element', placeholder)})`;
}

/** A number is searched in its decimal form (D-265). */
function contains(column: string, type: FieldSpec['type'], value: Operand, parameters: Parameters): string {
  const text = type === 'number' ? `(${column})::text` : column;
  return holds(text, operandPlaceholder('string', value, parameters));
}

/** SQL for a case-insensitive search for the part in the text. */
function holds(text: string, part: string): string {
  return `strpos(${lower(text)}, ${lower(part)}) > 0`;
}

/**
 * The lower-case form and the order are independent of the database's locale (D-215, migration
 * 0001).
 */
function lower(text: string): string {
  return `lower(${text} COLLATE case_mapping)`;
}

function sortKey(text: string): string {
  return `${lower(text)} COLLATE "C"`;
}

function operandPlaceholder(type: FieldSpec['type'], value: Operand, parameters: Parameters): string {
  switch (type) {
    case 'number':
      return `${parameters.add(value)}::${Number.isSafeInteger(value) ? 'bigint' : 'numeric'}`;
    case 'time':
      return `${parameters.add(parseTime(value as string))}::timestamptz`;
    case 'boolean':
      return `${parameters.add(value)}::boolean`;
    default:
      return `${parameters.add(value)}::text`;
  }
}
