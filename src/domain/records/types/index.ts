import type { RecordType, RecordTypeName } from '../record-type.js';
import { ADDRESS } from './address.js';
import { CAA } from './caa.js';
import { CNAME } from './cname.js';
import { DS } from './ds.js';
import { MX } from './mx.js';
import { NS } from './ns.js';
import { PTR } from './ptr.js';
import { SRV } from './srv.js';
import { TXT } from './txt.js';

/** The rules of every record type. */
export const TYPES: Readonly<Record<RecordTypeName, RecordType>> = {
  A: ADDRESS,
  AAAA: ADDRESS,
  NS,
  MX,
  CNAME,
  TXT,
  SRV,
  PTR,
  CAA,
  DS,
};
