import type { IncomingHttpHeaders } from 'node:http';
import { Faults } from '../../errors/faults.js';

/** The conditional headers of a change (D-230 to D-232). */
export interface Conditions {
  readonly key?: string;
  readonly ifMatch?: string;
  readonly isDry: boolean;
}

/** The facts about an endpoint that decide which headers it supports. */
export interface ConditionalEndpoint {
  readonly credential: 'token' | 'open' | 'platform' | 'address';
}

const HEADERS = ['idempotency-key', 'if-match', 'if-none-match', 'dry-run'] as const;
const KEY = /^[\x21-\x7e]{1,255}$/;
/** A string of RFC 9651, which the draft asks for. */
const QUOTED = /^"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/;

/** Whether a change has any of the headers. Changes without them pay only for this check. */
export function hasConditions(headers: IncomingHttpHeaders): boolean {
  return HEADERS.some((name) => headers[name] !== undefined);
}

/** Whether the change must not be in one transaction with others. */
export function needsOwnTransaction(headers: IncomingHttpHeaders): boolean {
  return headers['if-match'] !== undefined || headers['dry-run'] !== undefined;
}

/** @throws Invalid with a fault for each wrong header */
export function conditionsOf(endpoint: ConditionalEndpoint, headers: IncomingHttpHeaders): Conditions {
  const { 'idempotency-key': rawKey, 'dry-run': dry, 'if-match': ifMatch } = headers;
  const key = rawKey === undefined ? undefined : parseKey(String(rawKey));
  const faults = new Faults();
  if (endpoint.credential === 'address') {
    // An upload's bytes arrive over hours: no transaction could hold them (D-273).
    if (rawKey !== undefined) faults.add('Idempotency-Key', 'header_not_supported');
    if (dry !== undefined) faults.add('Dry-Run', 'header_not_supported');
  } else {
    if (rawKey !== undefined && key === undefined) faults.add('Idempotency-Key', 'value_not_valid');
    if (dry !== undefined && dry !== 'true') faults.add('Dry-Run', 'value_not_valid', { allowed: ['true'] });
  }
  if (headers['if-none-match'] !== undefined) faults.add('If-None-Match', 'header_not_supported');
  faults.throwIfAny();
  return {
    ...(key !== undefined && { key }),
    ...(ifMatch !== undefined && { ifMatch }),
    isDry: dry === 'true',
  };
}

/** @returns undefined for an invalid key; the same key for the quoted and the bare form */
export function parseKey(header: string): string | undefined {
  const quoted = QUOTED.exec(header)?.[1]?.replaceAll(/\\(.)/g, '$1');
  if (quoted === undefined && header.startsWith('"')) return undefined;
  const key = quoted ?? header;
  return KEY.test(key) ? key : undefined;
}
