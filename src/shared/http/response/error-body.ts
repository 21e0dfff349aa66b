import type { Request } from 'express';
import { CATALOGUE, type Code } from '../../errors/catalogue.js';
import type { Fault } from '../../errors/errors.js';
import { JSON_TYPE, PROBLEM_TYPE } from './media-types.js';

/** Whether a response is a problem, by its first bytes, because a kept answer has no other sign. */
export function isProblem(status: number, payload: Buffer | string): boolean {
  return status >= 400 && payload.indexOf('{"type":') === 0;
}

/** The facts about a failed request that problem details show. */
interface Occurrence {
  readonly status: number;
  /** The part of the request that has the fields other than headers. */
  readonly fieldsIn: 'body' | 'query';
  readonly publicUrl: string;
  /** The request id; undefined when the request could not be read. */
  readonly instance: string | undefined;
}

/**
 * The error body of the specification (Errors rule 1), with the line of a fault that has one
 * (D-242).
 */
export function errorBody(faults: readonly Fault[]) {
  return {
    errors: faults.map(({ field, reason, line }) =>
      line === undefined ? { field, reason } : { field, reason, line },
    ),
  };
}

/**
 * Problem details, for clients that accept them (D-234). Type and title come from the first fault,
 * `help` from the first fault with one.
 */
export function problemBody(faults: readonly Fault[], { status, fieldsIn, publicUrl, instance }: Occurrence) {
  const { code } = faults[0]!;
  const help = faults.find((fault) => fault.help !== undefined)?.help;
  return {
    type: `${publicUrl}/docs/errors/${code}`,
    title: CATALOGUE[code].title,
    status,
    detail: detailOf(faults),
    instance,
    help,
    errors: faults.map(({ code, field, reason, ...details }) => ({
      code,
      field,
      ...locationOf(field, fieldsIn),
      reason,
      ...details,
    })),
  };
}

/** The location of a fault (D-278). Only header names start with a capital. */
function locationOf(field: string, fieldsIn: Occurrence['fieldsIn']): { in?: string; pointer?: string } {
  if (field === '') return {};
  if (/^[A-Z]/.test(field)) return { in: 'header' };
  return fieldsIn === 'query' ? { in: 'query' } : { in: 'body', pointer: pointerOf(field) };
}

/** The JSON Pointer (RFC 6901) of a path: `subnets[1].ipv4` is `/subnets/1/ipv4`. */
function pointerOf(field: string): string {
  const segments = field.replaceAll(/\[(\d+)\]/g, '.$1').split('.');
  return segments.map((segment) => `/${segment.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/**
 * Whether the request prefers problem details to `application/json` (RFC 9110, 12.5.1): by quality,
 * then explicit names before wildcards, then by order.
 */
export function prefersProblem(request: Request): boolean {
  // Most refused requests do not name the type: skip the negotiation.
  if (!namesProblem(request.headers.accept)) return false;
  return request.accepts(JSON_TYPE, PROBLEM_TYPE) === PROBLEM_TYPE;
}

/** Whether a header, or the bytes of an unreadable request, name the media type. */
export function namesProblem(text: string | undefined): boolean {
  return text !== undefined && /application\/problem\+json/i.test(text);
}

/** The explanation and the remedy of each distinct code among the faults. */
function detailOf(faults: readonly Fault[]): string {
  const firsts = new Map<Code, Fault>();
  for (const fault of faults) if (!firsts.has(fault.code)) firsts.set(fault.code, fault);
  if (firsts.size === 1) return helpOf(faults[0]!.code);
  return [...firsts.values()].map(({ code, field }) => `${field || code}: ${helpOf(code)}`).join(' ');
}

function helpOf(code: Code): string {
  const { explanation, remedy } = CATALOGUE[code];
  return `${explanation} ${remedy}`;
}
