import type { RecordType, RecordTypeName, TypedField } from '../record-type.js';
import { A } from './a.js';
import { AAAA } from './aaaa.js';
import { CAA } from './caa.js';
import { CNAME } from './cname.js';
import { MX } from './mx.js';
import { NS } from './ns.js';
import { PTR } from './ptr.js';
import { SRV } from './srv.js';
import { TXT } from './txt.js';

/** The rules of every record type. */
export const TYPES: Readonly<Record<RecordTypeName, RecordType>> = {
  A,
  AAAA,
  NS,
  MX,
  CNAME,
  TXT,
  SRV,
  PTR,
  CAA,
};

/** Whether records of the shown type have this field; the others ignore it (D-99). */
export function ofType(field: TypedField): (shown: { readonly type?: unknown }) => boolean {
  return ({ type }) => TYPES[type as RecordTypeName].fields.some(([name]) => name === field);
}

/** Whether records of the shown type take a name. */
export function takesName({ type }: { readonly type?: unknown }): boolean {
  return TYPES[type as RecordTypeName].name !== 'built';
}
