import { Faults } from '../../shared/errors/faults.js';
import { reasonOf, type Reason } from '../../shared/errors/reason.js';
import { isStorable, lengthOf } from '../../shared/validation/characters.js';
import { notValid, required } from '../../shared/validation/rule.js';
import { roundRecordTtl, secondsFault } from '../seconds.rules.js';
import { FIELD_CHECKS, MAX_TARGET_LENGTH, RECORD_SCHEMAS } from './record-fields.rules.js';
import { absoluteRecordName, fitsBelow, MAX_RECORD_NAME_LENGTH, recordName } from './record-name.rules.js';
import { serviceName, serviceNameOf } from './service-name.rules.js';
import {
  RECORD_TYPES,
  SPECIFIED_TYPES,
  TARGET_NOT_VALID,
  type RecordContext,
  type RecordType,
  type RecordTypeName,
  type RecordValues,
  type StoredTarget,
  type TypedField,
} from './record-type.js';
import { TYPES } from './types/index.js';

/**
 * A record's fields under their API names: those of a request, or of a request merged into a stored
 * record.
 */
export type RecordDraft = Readonly<Partial<Record<'name' | 'target' | 'ttl_sec' | TypedField, unknown>>>;

/**
 * Checks a draft and builds the record to store. Ignores fields that the type does not have (D-99).
 * @throws Invalid with all faults, in the order of the request body (D-183)
 */
export function buildRecord(type: unknown, draft: RecordDraft, context: RecordContext): RecordValues {
  const faults = new Faults(RECORD_SCHEMAS);
  faults.addIf('type', typeFault(type));
  const rules = faults.any ? ANY_TYPE : TYPES[type as RecordTypeName];
  const name =
    rules.name === 'built' ? '' : checkName(type as RecordTypeName, rules, draft.name, context, faults);
  const target = checkTarget(rules, draft, context, faults);
  const fields = checkFields(rules, draft, faults);
  const ttl = draft.ttl_sec ?? 0;
  faults.addIf('ttl_sec', secondsFault(ttl, 'ttl_sec'));
  faults.throwIfAny();
  const built = rules.name === 'built' ? buildName(fields, context, faults) : name;
  faults.throwIfAny();
  return {
    type: target.type ?? (type as RecordTypeName),
    name: built,
    target: target.target,
    ttlSec: roundRecordTtl(ttl as number),
    priority: target.priority ?? fields.priority,
    weight: fields.weight,
    port: fields.port,
    service: fields.service,
    protocol: fields.protocol,
    tag: fields.tag,
    rdata: target.rdata,
  };
}

/** The rules of every type. For a type that is not valid, only these are checked. */
const ANY_TYPE: RecordType = {
  name: 'built',
  fields: [],
  target: (target) => ({ target, rdata: null }),
};

/**
 * Returns why a record type is not valid. The reason has the spec's types; the problem details also
 * have DS (D-293).
 */
export function typeFault(type: unknown): Reason | undefined {
  if (type === undefined || type === null) return required('type');
  if (typeof type !== 'string') return notValid('type');
  return RECORD_TYPES.some((known) => known === type)
    ? undefined
    : { ...reasonOf('value_not_allowed', { allowed: SPECIFIED_TYPES }), allowed: RECORD_TYPES };
}

function checkName(
  type: RecordTypeName,
  rules: RecordType,
  value: unknown,
  { domain }: RecordContext,
  faults: Faults,
): string {
  const text = value ?? '';
  if (typeof text !== 'string' || !isStorable(text)) {
    faults.add('name', 'value_not_valid');
    return '';
  }
  const result = rules.name === 'required' && text === '' ? required('name') : recordName(text, type, domain);
  if ('reason' in result) {
    faults.addIf('name', result);
    return '';
  }
  if (rules.name === 'required' && result.name === '') faults.add('name', 'value_not_valid');
  return result.name;
}

function checkTarget(
  rules: RecordType,
  { target, tag }: RecordDraft,
  context: RecordContext,
  faults: Faults,
): StoredTarget {
  const result =
    typeof target === 'string' && isStorable(target) && lengthOf(target) <= MAX_TARGET_LENGTH
      ? rules.target(target, context, tag)
      : targetReason(target);
  if (!('reason' in result)) return result;
  faults.addIf('target', result);
  return { target: '', rdata: null };
}

function targetReason(target: unknown): Reason {
  if (target === undefined || target === null) return required('target');
  const tooLong = typeof target === 'string' && isStorable(target);
  return tooLong ? TARGET_TOO_LONG : TARGET_NOT_VALID;
}

const TARGET_TOO_LONG = reasonOf('length_out_of_range', { minimum: 0, maximum: MAX_TARGET_LENGTH });

type TypedValues = Pick<RecordValues, TypedField>;

const UNUSED_FIELDS: TypedValues = {
  priority: 0,
  weight: 0,
  port: 0,
  service: null,
  protocol: null,
  tag: null,
};

function checkFields(rules: RecordType, draft: RecordDraft, faults: Faults): TypedValues {
  if (rules.fields.length === 0) return UNUSED_FIELDS;
  const values: Record<TypedField, unknown> = { ...UNUSED_FIELDS };
  for (const [field, need] of rules.fields) {
    const value = draft[field] ?? (need === 'required' ? undefined : need.default);
    faults.addIf(field, value === undefined ? required(field) : FIELD_CHECKS[field](value, field));
    values[field] = field === 'service' || field === 'protocol' ? String(value).replace(/^_/, '') : value;
  }
  return values as TypedValues;
}

function buildName(
  { service, protocol }: TypedValues,
  { domain, serviceBelow: below = '' }: RecordContext,
  faults: Faults,
): string {
  const name = serviceName({ service: service!, protocol: protocol!, below });
  const isLong = below !== '' && name.length > MAX_RECORD_NAME_LENGTH;
  if (isLong || !fitsBelow(domain, name)) faults.add('service', 'value_not_valid');
  return name;
}

/**
 * Merges a request's fields into a stored record (D-14). A name that the request does not set, or
 * writes back as it is shown (D-276), keeps its stored form, even if the domain was renamed since.
 * The type is fixed (D-295), as is the name below which a service is (D-240).
 * @throws Invalid as `buildRecord` does
 */
export function mergeRecord(stored: RecordValues, draft: RecordDraft, context: RecordContext): RecordValues {
  const { type, name, target, ttlSec, priority, weight, port, service, protocol, tag } = stored;
  const isGiven = ([key, value]: [string, unknown]) =>
    value !== undefined && !(key === 'name' && value === name);
  const given = Object.fromEntries(Object.entries(draft).filter(isGiven));
  const fields = { target, ttl_sec: ttlSec, priority, weight, port, service, protocol, tag };
  const before = { name: absoluteRecordName(name, context.domain), ...fields };
  const fixed = { fixedType: type, serviceBelow: serviceNameOf(name)?.below };
  return buildRecord(type, { ...before, ...given }, { ...context, ...fixed });
}
