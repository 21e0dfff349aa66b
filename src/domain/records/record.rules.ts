import { Faults } from '../../shared/errors/faults.js';
import { isStorable, lengthOf } from '../../shared/validation/characters.js';
import type { Rule } from '../../shared/validation/rule.js';
import { integer, oneOf, string } from '../../shared/validation/rules.js';
import { MAX_SECONDS, roundRecordTtl } from '../seconds.rules.js';
import { fitsBelow, recordName } from './record-name.rules.js';
import {
  TYPED_FIELDS,
  type RecordType,
  type RecordTypeName,
  type RecordValues,
  type TargetContext,
  type TypedField,
} from './record-type.js';
import { TYPES } from './types/index.js';

const MAX_TARGET_LENGTH = 65535;
const LABEL = /^_?[a-z0-9-]{1,62}$/i;

/** A record's fields by their name on the wire: a request's, or a request's laid over what is stored. */
export type RecordDraft = Readonly<Partial<Record<'name' | 'target' | 'ttl_sec' | TypedField, unknown>>>;

/** Where a record is to be, and whose request asks for it. */
export type RecordContext = Pick<TargetContext, 'domain' | 'remoteAddress'>;

/** The schema and, for the types that have the field, the rule of each typed field. */
export const TYPED_FIELD_RULES: Readonly<Record<TypedField, Rule>> = {
  priority: integer(0, 255),
  weight: integer(0, 65535),
  port: integer(0, 65535),
  service: string((value) => (LABEL.test(value) ? undefined : 'service is not valid')),
  protocol: string((value) => (LABEL.test(value) ? undefined : 'protocol is not valid')),
  tag: oneOf(['issue', 'issuewild', 'iodef']),
};

const TTL_RULE = integer(0, MAX_SECONDS);

/**
 * The record that a draft describes. Fields that its type does not have are left unread (D-99).
 * @throws Invalid with every fault, in the order of the request body (D-183).
 */
export function buildRecord(type: RecordTypeName, draft: RecordDraft, context: RecordContext): RecordValues {
  const faults = new Faults();
  const rules = TYPES[type];
  const name = rules.name === 'built' ? '' : checkedName(type, rules, draft.name, context.domain, faults);
  const target = checkedTarget(rules, draft, context, faults);
  const fields = checkedFields(rules, draft, faults);
  const ttl = draft.ttl_sec ?? 0;
  faults.addIf('ttl_sec', reasonOf(TTL_RULE, ttl, 'ttl_sec'));
  const record = { type, name: rules.name === 'built' ? builtName(fields) : name, ...fields, ...target };
  if (!faults.any && rules.name === 'built' && !fitsBelow(context.domain, record.name)) {
    faults.add('service', 'service is not valid');
  }
  faults.throwIfAny();
  return { ...record, ttlSec: roundRecordTtl(ttl as number) };
}

function checkedName(
  type: RecordTypeName,
  rules: RecordType,
  value: unknown,
  domain: string,
  faults: Faults,
): string {
  const text = value ?? '';
  if (typeof text !== 'string' || !isStorable(text)) {
    faults.add('name', 'name is not valid');
    return '';
  }
  const result = rules.name === 'required' && text === '' ? NAME_REQUIRED : recordName(text, type, domain);
  if ('reason' in result) {
    faults.add('name', result.reason);
    return '';
  }
  if (rules.name === 'required' && result.name === '') faults.add('name', 'name is not valid');
  return result.name;
}

const NAME_REQUIRED = { reason: 'name is required' };

function checkedTarget(rules: RecordType, draft: RecordDraft, context: RecordContext, faults: Faults) {
  const { target, tag } = draft;
  const result =
    typeof target === 'string' && isStorable(target) && lengthOf(target) <= MAX_TARGET_LENGTH
      ? rules.target(target, { ...context, tag })
      : { reason: targetReason(target) };
  if (!('reason' in result)) return result;
  faults.add('target', result.reason);
  return { target: '', rdata: null };
}

function targetReason(target: unknown): string {
  if (target === undefined || target === null) return 'target is required';
  const tooLong = typeof target === 'string' && isStorable(target);
  return tooLong ? `Length must be 0-${MAX_TARGET_LENGTH} characters` : 'target is not valid';
}

type TypedValues = Pick<RecordValues, TypedField>;

function checkedFields(rules: RecordType, draft: RecordDraft, faults: Faults): TypedValues {
  const values: Record<TypedField, unknown> = {
    priority: 0,
    weight: 0,
    port: 0,
    service: null,
    protocol: null,
    tag: null,
  };
  for (const field of TYPED_FIELDS) {
    const need = rules.fields[field];
    const value = draft[field] ?? undefined;
    if (need === undefined || (need === 'optional' && value === undefined)) continue;
    faults.addIf(
      field,
      value === undefined ? `${field} is required` : reasonOf(TYPED_FIELD_RULES[field], value, field),
    );
    values[field] = field === 'service' || field === 'protocol' ? String(value).replace(/^_/, '') : value;
  }
  return values as TypedValues;
}

function reasonOf(rule: Rule, value: unknown, key: string): string | undefined {
  const reason = rule.check(value, key);
  return typeof reason === 'string' ? reason : undefined;
}

function builtName({ service, protocol }: TypedValues): string {
  return `_${service}._${protocol}`;
}
