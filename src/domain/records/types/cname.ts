import type { RecordType } from '../record-type.js';
import { classlessHost } from './host.js';

/** An alias (RFC 1035 section 3.3.1): never at the apex, alone at its name (D-102). */
export const CNAME: RecordType = { name: 'required', fields: [], target: classlessHost };
