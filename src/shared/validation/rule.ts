import type { SchemaObject } from '@nestjs/swagger';
import type { Settings } from '../config/settings.js';
import { expecting, reasonFor, type Reason } from '../errors/reason.js';

/** A fault inside a value: `at` is appended to the field's path (`[2]`), `''` means the value itself. */
export interface InnerFault extends Reason {
  readonly at: string;
}

/** What is wrong with a value: one reason for the whole, or faults inside. */
export type Refusal = Reason | readonly InnerFault[];

/** Why a value has too much in it; it is asked about values of any type, and must be cheap however large they are. */
export type Cap = (value: unknown, settings: Settings) => Reason | undefined;

/** What one field may hold: the check of a value that is there, and the same in the OpenAPI document. */
export interface Rule {
  /**
   * @param value as JSON gave it; never undefined or null.
   * @param key the last segment of the field's path, for reasons that name it.
   * @param settings for what a deployment decides: regions, reserved ranges.
   * @returns what is wrong: a reason, or faults inside; undefined when nothing is.
   */
  check(value: unknown, key: string, settings: Settings): Refusal | undefined;
  /** Of what `check` refuses, the values that are too large to look inside; see `capped`. */
  readonly cap?: Cap;
  readonly schema: SchemaObject;
}

/** The reason for a wrong type, format or reference. */
export function notValid(key: string): Reason {
  return reasonFor(key, 'value_not_valid');
}

/** The reason for a field that is not there. */
export function required(key: string): Reason {
  return reasonFor(key, 'value_required');
}

/**
 * The faults of a value that a rule refuses; one of the wrong type or form tells what the rule expects.
 * @param at where the value is.
 */
export function faultsAt(at: string, refusal: Refusal | undefined, { schema }: Rule): readonly InnerFault[] {
  if (refusal === undefined) return [];
  if (!isReason(refusal)) return refusal.map((fault) => ({ ...fault, at: at + fault.at }));
  return [{ at, ...expecting(refusal, schema) }];
}

/** The text of a refusal of the whole value, for a page. */
export function textOf(refusal: Refusal | undefined): string | undefined {
  return refusal && isReason(refusal) ? refusal.reason : undefined;
}

function isReason(refusal: Refusal): refusal is Reason {
  return 'code' in refusal;
}
