import { absoluteHost } from './host-target.rules.js';
import type { RecordTypeName, RecordValues } from './record-type.js';

/** The values of a record that DNS carries. */
export type DnsValues = Pick<RecordValues, 'type' | 'priority' | 'weight' | 'port' | 'tag' | 'rdata'>;

/** Returns a record's data in presentation format with absolute hosts. @param rdata not null */
export function presentedData(
  { type, priority, weight, port, tag }: Omit<DnsValues, 'rdata'>,
  rdata: string,
  domain: string,
): string {
  switch (type) {
    case 'MX':
      return `${priority} ${absoluteHost(rdata, domain)}`;
    case 'SRV':
      return `${priority} ${weight} ${port} ${absoluteHost(rdata, domain)}`;
    case 'CAA':
      return `0 ${tag} ${rdata}`;
    case 'NS':
    case 'CNAME':
    case 'PTR':
      return absoluteHost(rdata, domain);
    default:
      return rdata;
  }
}

/**
 * Returns the form in which DNS compares data of records (D-103): only texts are case-sensitive.
 */
export function comparedData(type: RecordTypeName, data: string): string {
  return type === 'TXT' || type === 'CAA' ? data : data.toLowerCase();
}

/**
 * Returns a key that is equal for two records of a set that are one record in DNS. Their TTLs may
 * differ. The key of a text that no DNS message can carry (D-294) is made of its target.
 */
export function servedForm(record: DnsValues & Pick<RecordValues, 'target'>, domain: string): string {
  const { type, target, rdata } = record;
  if (rdata === null) return `not served: ${target}`;
  return comparedData(type, presentedData(record, rdata, domain));
}
