import type { Request } from 'express';
import { CATALOGUE, type Code } from '../../errors/catalogue.js';
import type { Fault } from '../../errors/errors.js';

/** The media type of problem details (RFC 9457). */
const PROBLEM_TYPE = 'application/problem+json';

/** Adds to the headers of an answer (names and values by turns) what its body is. */
export function asJson(headers: string[]): void {
  headers.push('Content-Type', 'application/json');
}

/** Whether an answer is a problem, by its octets: those of a kept answer have no other sign. */
export function isProblem(status: number, payload: Buffer | string): boolean {
  return status >= 400 && payload.indexOf('{"type":') === 0;
}

/** As `asJson`, for a problem. */
export function asProblem(headers: string[]): void {
  headers.push('Content-Type', PROBLEM_TYPE);
}

/** What a problem says about its request. */
interface Occurrence {
  readonly status: number;
  /** Undefined when the request could not be read. */
  readonly method: string | undefined;
  readonly publicUrl: string;
  /** The request id; undefined when the request could not be read. */
  readonly instance: string | undefined;
}

/** The form that every client knows (spec: Errors rule 1). */
export function errorBody(faults: readonly Fault[]) {
  return { errors: faults.map(({ field, reason }) => ({ field, reason })) };
}

/** The form for clients that ask for it (D-234). The first fault gives the type and the title, the first with `help` that. */
export function problemBody(faults: readonly Fault[], { status, method, publicUrl, instance }: Occurrence) {
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
      ...placeOf(field, method),
      reason,
      ...details,
    })),
  };
}

/** Where a fault is (D-278). Only the names of headers begin with a capital; GET and DELETE take no body. */
function placeOf(field: string, method: string | undefined): { in?: string; pointer?: string } {
  if (field === '') return {};
  if (/^[A-Z]/.test(field)) return { in: 'header' };
  if (method !== 'POST' && method !== 'PUT') return { in: 'query' };
  return { in: 'body', pointer: pointerOf(field) };
}

/** The JSON Pointer (RFC 6901) of a path: `subnets[1].ipv4` is `/subnets/1/ipv4`. */
function pointerOf(field: string): string {
  const segments = field.replaceAll(/\[(\d+)\]/g, '.$1').split('.');
  return segments.map((segment) => `/${segment.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/**
 * Whether the request prefers problem details to `application/json` (RFC 9110, 12.5.1): by quality, then by which is named
 * rather than matched by a wildcard, then by which is named first.
 */
export function prefersProblem(request: Request): boolean {
  // Most refused requests don't ask, and pay for no negotiation.
  if (!namesProblem(request.headers.accept)) return false;
  return request.accepts('application/json', PROBLEM_TYPE) === PROBLEM_TYPE;
}

/** Whether a header, or the octets of a request that could not be read, name the media type. */
export function namesProblem(text: string | undefined): boolean {
  return text !== undefined && /application\/problem\+json/i.test(text);
}

/** How to understand and mend the refusal, once for each code in it. */
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
