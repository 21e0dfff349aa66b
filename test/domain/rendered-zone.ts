import { renderZone, type Zone } from '../../src/domain/zones/zone-file.rules.js';
import { CONTEXT, numbered, type Drafted } from './built-record.js';

const NAMESERVERS = ['ns1.example.net', 'ns2.example.net'];

export const ZONE: Zone = {
  id: 123,
  domain: CONTEXT.domain,
  soaEmail: 'dns.admin@example.com',
  serial: 2026000009,
  ttlSec: 0,
  refreshSec: 0,
  retrySec: 0,
  expireSec: 0,
};

/** The zone file of these records. */
export function render(records: readonly Drafted[], zone = ZONE): string[] {
  return renderZone(zone, NAMESERVERS, numbered(records));
}

/** The lines of the records: behind those of the head and of NAMESERVERS. */
export function lines(...records: Drafted[]): string[] {
  return render(records).slice(6);
}
