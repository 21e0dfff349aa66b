import type { RecordType } from '../record-type.js';
import { host } from './host.js';

/** A mail exchanger (RFC 1035 section 3.3.9). An empty target is a null MX: no mail (RFC 7505). */
export const MX: RecordType = {
  name: 'optional',
  fields: [['priority', { default: 0 }]],
  target: (target, context) => (target === '' || target === '.' ? NULL_MX : host(target, context)),
};

const NULL_MX = { target: '', rdata: '.', priority: 0 };
