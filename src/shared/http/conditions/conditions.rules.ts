import type { IncomingHttpHeaders } from 'node:http';
import { Faults } from '../../errors/faults.js';

/** What a change's own headers ask for beyond the change (D-230 to D-232). */
export interface Conditions {
  readonly key?: string;
  readonly ifMatch?: string;
  readonly isDry: boolean;
  /** What is wrong with the headers. */
  readonly faults: Faults;
}

const KEY = /^[\x21-\x7e]{1,255}$/;
/** A string of RFC 9651, which the draft asks for. */
const QUOTED = /^"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/;

/** Whether a change has any of the headers: the only cost to one that has none. */
export function hasConditions(headers: IncomingHttpHeaders): boolean {
  return (
    headers['idempotency-key'] !== undefined ||
    headers['if-match'] !== undefined ||
    headers['dry-run'] !== undefined
  );
}

/** @param method of the change: `If-Match` is for PUT and DELETE (D-231) */
export function conditionsOf(method: string, headers: IncomingHttpHeaders): Conditions {
  const faults = new Faults();
  const { 'idempotency-key': rawKey, 'dry-run': dry, 'if-match': ifMatch } = headers;
  const key = rawKey === undefined ? undefined : parseKey(String(rawKey));
  if (rawKey !== undefined && key === undefined) faults.add('Idempotency-Key', 'value_not_valid');
  if (dry !== undefined && dry !== 'true') faults.add('Dry-Run', 'value_not_valid');
  return {
    ...(key !== undefined && { key }),
    ...(ifMatch !== undefined && method !== 'POST' && { ifMatch }),
    isDry: dry === 'true',
    faults,
  };
}

/** @returns undefined for what is no key; the quoted form and the bare one are the same key */
export function parseKey(header: string): string | undefined {
  const quoted = QUOTED.exec(header)?.[1]?.replaceAll(/\\(.)/g, '$1');
  if (quoted === undefined && header.startsWith('"')) return undefined;
  const key = quoted ?? header;
  return KEY.test(key) ? key : undefined;
}
