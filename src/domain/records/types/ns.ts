import type { RecordType } from '../record-type.js';
import { classlessHost } from './host.js';

/**
 * A nameserver (RFC 1035 section 3.3.11); not at a wildcard, which no zone can delegate (D-100).
 */
export const NS: RecordType = { name: 'optional', fields: [], target: classlessHost };
