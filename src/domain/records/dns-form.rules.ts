import { absoluteHost } from './host-target.rules.js';
import type { RecordTypeName, RecordValues } from './record-type.js';

/** The values of a record that DNS carries. */
export type DnsValues = Pick<RecordValues, 'type' | 'priority' | 'weight' | 'port' | 'tag' | 'rdata'>;

/** The data of a record as a zone file has it, hosts absolute. @param rdata of the record, not null */
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

/** The form in which DNS compares the data of records (D-103): the case of letters counts in texts alone. */
export function comparedData(type: RecordTypeName, data: string): string {
  return type === 'TXT' || type === 'CAA' ? data : data.toLowerCase();
}

/**
 * The same for two records of a set that are one record in DNS; their TTLs may differ. A text that DNS can't carry (D-294) has the
 * form of its target.
 */
export function servedForm(record: DnsValues & Pick<RecordValues, 'target'>, domain: string): string {
  const { type, target, rdata } = record;
  if (rdata === null) return `not served: ${target}`;
  return comparedData(type, presentedData(record, rdata, domain));
}
