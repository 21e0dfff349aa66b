import type { Answer } from 'dns-packet';
import { Invalid } from '../../../shared/errors/errors.js';
import { isEmail } from '../../../shared/validation/email.rules.js';
import { buildRecord, type RecordDraft } from '../../records/record.rules.js';
import { RECORD_TYPES, type RecordTypeName, type RecordValues } from '../../records/record-type.js';
import { roundRecordTtl } from '../../seconds.rules.js';

const MIN_TTL_SECONDS = 300;
const SERVICE_NAME = /^_([^._][^.]*)\._([^._][^.]*)$/;
const ASCII = /^[\x21-\x7e]+$/;
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The address that an SOA names: the first label, in which periods are escaped, is the local part. */
export function emailOf(responsibleName: string): string | undefined {
  const match = /^((?:\\.|[^\\.])*)\.(.+)/s.exec(responsibleName);
  if (!match) return undefined;
  const email = `${match[1]!.replaceAll('\\.', '.')}@${match[2]!}`;
  return isEmail(email) ? email : undefined;
}

/**
 * The record to store for one that was transferred, or undefined when it can't be stored: another type, a name outside
 * the domain, values that the rules refuse (D-111, D-193).
 */
export function storable(answer: Answer, domain: string): RecordValues | undefined {
  const type = RECORD_TYPES.find((known) => known === answer.type);
  const name = relativeName(answer.name, domain);
  if (type === undefined || name === undefined || answer.class !== 'IN') return undefined;
  const draft = draftOf(type, name, answer.data);
  return draft && built(type, { ...draft, ttl_sec: transferredTtl(answer.ttl ?? 0) }, domain);
}

/** Whether the answer is the zone's own SOA or names one of our nameservers at its apex: both are synthesised. */
export function isSynthesised(answer: Answer, domain: string, nameservers: readonly string[]): boolean {
  if (answer.name.toLowerCase() !== domain) return false;
  return (
    answer.type === 'SOA' || (answer.type === 'NS' && nameservers.includes(String(answer.data).toLowerCase()))
  );
}

/** 0 would mean the domain's default: the lowest that can be stored stands for it (D-193). */
function transferredTtl(seconds: number): number {
  return roundRecordTtl(Math.max(seconds, MIN_TTL_SECONDS));
}

function relativeName(name: string, domain: string): string | undefined {
  const lower = name.toLowerCase();
  if (lower === domain) return '';
  if (!ASCII.test(name) || !lower.endsWith(`.${domain}`)) return undefined;
  const relative = name.slice(0, -domain.length - 1);
  return relative === '@' ? undefined : relative;
}

function built(type: RecordTypeName, draft: RecordDraft, domain: string): RecordValues | undefined {
  try {
    return buildRecord(type, draft, { domain, remoteAddress: '' });
  } catch (error) {
    if (error instanceof Invalid) return undefined;
    throw error;
  }
}

function draftOf(type: RecordTypeName, name: string, data: unknown): RecordDraft | undefined {
  switch (type) {
    case 'A':
    case 'AAAA':
      return { name, target: data };
    case 'NS':
    case 'CNAME':
    case 'PTR':
      return { name, target: absolute(data) };
    case 'MX':
      return mailExchanger(name, data as { preference: number; exchange: string });
    case 'TXT':
      return { name, target: textOf(data as readonly Buffer[]) };
    case 'SRV':
      return service(name, data as { priority: number; weight: number; port: number; target: string });
    case 'CAA':
      return authority(name, data as { flags: number; tag: string; value: string });
  }
}

function mailExchanger(name: string, { preference, exchange }: { preference: number; exchange: string }) {
  // A null MX is stored without a priority, whatever it came with (RFC 7505 section 3).
  return { name, target: absolute(exchange), priority: exchange === '.' ? 0 : preference };
}

function service(name: string, data: { priority: number; weight: number; port: number; target: string }) {
  const match = SERVICE_NAME.exec(name);
  if (!match) return undefined;
  return { ...data, service: match[1], protocol: match[2], target: absolute(data.target) };
}

function authority(name: string, { flags, tag, value }: { flags: number; tag: string; value: string }) {
  return flags === 0 ? { name, tag: tag.toLowerCase(), target: value } : undefined;
}

/** A host as it came over the wire, written so that it stays absolute; the root is `.`. */
function absolute(host: unknown): string | undefined {
  const name = String(host);
  if (!ASCII.test(name)) return undefined;
  return name.includes('.') ? name : `${name}.`;
}

/** The text of a TXT record, its strings joined; undefined when it is no UTF-8. */
function textOf(strings: readonly Buffer[]): string | undefined {
  try {
    return UTF8.decode(Buffer.concat(strings));
  } catch {
    return undefined;
  }
}
