import type { SchemaObject } from '@nestjs/swagger';
import type { Settings } from '../config/settings.js';
import { expecting, reasonAt, type Reason } from '../errors/reason.js';

/**
 * A fault inside a value. `at` is appended to the field's path (`[2]`); `''` means the value
 * itself.
 */
export interface InnerFault extends Reason {
  readonly at: string;
}

/** The faults of a value: one reason for the whole value, or faults inside it. */
type Refusal = Reason | readonly InnerFault[];

/** Checks the size of a value of any type. It must be cheap for large values. */
export type Cap = (value: unknown, settings: Settings) => Reason | undefined;

/** A rule for one field: the check of a value, and its schema in the OpenAPI document. */
export interface Rule {
  /**
   * @param value as JSON gave it; never undefined or null
   * @param key the last segment of the field's path, for reasons that name it
   * @param settings regions, reserved ranges and other choices of the deployment
   * @returns a reason, or faults inside; undefined for a valid value
   */
  check(value: unknown, key: string, settings: Settings): Refusal | undefined;
  /** Refuses values that are too large for `check` (`capped`). */
  readonly cap?: Cap;
  readonly schema: SchemaObject;
}

/** The reason for a wrong type, format or reference. */
export function notValid(key: string): Reason {
  return reasonAt(key, 'value_not_valid');
}

/** The reason for a missing field. */
export function required(key: string): Reason {
  return reasonAt(key, 'value_required');
}

/**
 * The faults of a refused value. A wrong type or form includes the expected schema.
 * @param at the path of the value
 */
export function faultsAt(at: string, refusal: Refusal | undefined, { schema }: Rule): readonly InnerFault[] {
  if (refusal === undefined) return [];
  if (!isReason(refusal)) return refusal.map((fault) => ({ ...fault, at: at + fault.at }));
  return [{ at, ...expecting(refusal, schema) }];
}

/** The text of a value's refusal, for a page; undefined for faults inside the value. */
export function reasonText(refusal: Refusal | undefined): string | undefined {
  return refusal && isReason(refusal) ? refusal.reason : undefined;
}

function isReason(refusal: Refusal): refusal is Reason {
  return 'code' in refusal;
}
