import type { RecordType } from '../record-type.js';
import { classlessHost } from './host.js';

/** A pointer to a host, mostly in reverse zones (RFC 1035 section 3.3.12). */
export const PTR: RecordType = { name: 'optional', fields: [], target: classlessHost };
