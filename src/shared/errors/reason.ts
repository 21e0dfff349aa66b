import { CATALOGUE, type Code } from './catalogue.js';

/** A resource that prevents a deletion. */
export interface Blocker {
  readonly type: string;
  readonly id: number | string;
  readonly label?: string;
  readonly [detail: string]: unknown;
}

/** Details of a refusal beside its text, by their names in problem details (D-234). */
export interface Details {
  readonly minimum: number;
  readonly maximum: number;
  readonly allowed: readonly string[];
  /** The field that a filter names. */
  readonly name: string;
  /** The position of an entry, counted from 1. */
  readonly number: number;
  readonly range: string;
  readonly limit: number;
  readonly used: number;
  readonly blockers: readonly Blocker[];
  /** The schema of a valid value, as in the OpenAPI document. */
  readonly expected: object;
  /** Scopes, separated by spaces. */
  readonly missing_scope: string;
  /** As in `POST /v4/profile/access` (D-238). */
  readonly missing_grant: string;
  /** The endpoint to use instead. */
  readonly help: string;
  /** The line of a text, counted from 1; every form of the error body shows it (D-242). */
  readonly line: number;
  /** The reason of the fault in that line. */
  readonly why: string;
}

export interface Reason extends Partial<Details> {
  readonly code: Code;
  /** The text for people (Errors, reason catalogue). */
  readonly reason: string;
}

/** The names in a text: `minimum` and `maximum` of `{minimum}-{maximum}`. */
type NamesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
type NamesOf<C extends Code> = NamesIn<(typeof CATALOGUE)[C]['reason']>;

/** The details of a code. Those that its text names are required. */
export type DetailsOf<C extends Code> = [NamesOf<C> & keyof Details] extends [never]
  ? [details?: Partial<Details>]
  : [details: Partial<Details> & Required<Pick<Details, NamesOf<C> & keyof Details>>];

/** The codes whose text begins with the name of the field: `label is required`. */
export type CodeWithKey = { [C in Code]: 'key' extends NamesOf<C> ? C : never }[Code];

/** The reason with this code, with the details inserted into its text. */
export function reasonOf<C extends Exclude<Code, CodeWithKey>>(code: C, ...details: DetailsOf<C>): Reason {
  return reasonAt('', code, ...details);
}

/**
 * As `reasonOf`, for the field at this path. A text may begin with `key`, the last segment of the
 * path.
 */
export function reasonAt<C extends Code>(field: string, code: C, ...[details]: DetailsOf<C>): Reason {
  const key = field.slice(field.lastIndexOf('.') + 1);
  const values: Readonly<Record<string, unknown>> = { ...details, key };
  const { reason: text }: { readonly reason: string } = CATALOGUE[code];
  return {
    code,
    reason: text.replaceAll(/\{(\w+)\}/g, (_, name: string) => shown(values[name])),
    ...details,
  };
}

/**
 * Adds the schema of a valid value when the value has the wrong type or form (D-278); for a closed
 * set, its values.
 * @param schema undefined when there is none
 */
export function expecting<Given extends Reason>(reason: Given, schema: object | undefined): Given {
  if (reason.code !== 'value_not_valid' || schema === undefined) return reason;
  const { enum: set } = schema as { readonly enum?: readonly unknown[] };
  const allowed = set?.filter((value) => typeof value === 'string');
  return { ...(allowed && { allowed }), ...reason, expected: schema };
}

function shown(value: unknown): string {
  return Array.isArray(value) ? value.join(', ') : String(value);
}
