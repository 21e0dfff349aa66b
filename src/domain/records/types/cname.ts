import type { RecordType } from '../record-type.js';
import { classlessHost } from './host.js';

/** An alias (RFC 1035 section 3.3.1): not at the apex, and the only record of its name (D-102). */
export const CNAME: RecordType = { name: 'required', fields: [], target: classlessHost };
