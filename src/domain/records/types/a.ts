import { ADDRESS } from './address.js';

/** An IPv4 address (RFC 1035 section 3.4.1). */
export const A = ADDRESS;
