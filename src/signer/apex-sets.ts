import { ALGORITHM, dsOf, dsText, KEY_FLAGS, KEY_PROTOCOL } from '../domain/dnssec/key.rules.js';
import { isEnding, type SigningStatus } from '../domain/dnssec/dnssec.rules.js';
import type { RecordSet, ZoneKey } from './record-set.js';

/**
 * Makes the record sets that signing adds at a zone's apex: its keys, and the signals to the parent
 * (RFC 7344, RFC 8078).
 */
export function apexSets(
  zone: string,
  status: SigningStatus,
  keys: readonly ZoneKey[],
  ttl: number,
): RecordSet[] {
  const shown = keys.map(({ publicKey }) => `${KEY_FLAGS} ${KEY_PROTOCOL} ${ALGORITHM} ${publicKey}`);
  const digests = keys.map(({ publicKey }) => dsText(dsOf(zone, publicKey)));
  const ends = isEnding(status);
  const toParent: [string, string[]][] = [
    ['CDS', ends ? ['0 0 0 00'] : digests],
    ['CDNSKEY', ends ? ['0 3 0 AA=='] : shown],
  ];
  const sets: [string, string[]][] = [
    ['DNSKEY', shown],
    ['NSEC3PARAM', ['1 0 0 -']],
  ];
  return [...sets, ...(status === 'preparing' ? [] : toParent)].map(([type, lines]) => ({
    name: zone,
    type,
    ttl,
    content: lines.join('\n'),
    isSigned: true,
  }));
}
