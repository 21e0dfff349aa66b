import { RECORD_TYPES } from '../records/record-type.js';
import { MAX_SECONDS } from '../seconds.rules.js';
import type { ResourceRecord } from '../zones/transfer/dns-message.js';
import { dataOfText } from './zone-data.rules.js';
import type { BrokenLine, Entry, Token } from './zone-entries.rules.js';
import { absoluteName } from './zone-names.rules.js';

/** A record of the text as a zone transfer would have it; without a TTL where the text gives none. */
export interface ReadRecord {
  readonly line: number;
  readonly answer: ResourceRecord;
}

/** A record that can't be stored as it is. */
export interface UnfitRecord {
  readonly line: number;
  readonly unfit: string;
  /** The set that the record belongs to, where it has a name and a type of the service. */
  readonly set?: Pick<ResourceRecord, 'type' | 'name'>;
}

/** Units of BIND, which other programs write, too. */
const UNIT_SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };
const SECONDS = /^(?:\d{1,10}|(?:\d{1,10}[smhdw]){1,5})$/i;
const CLASS = /^(?:IN|CH|HS|CS|CLASS\d{1,5})$/i;
const TYPE = /^[a-z][a-z0-9-]{0,31}$/i;

const INVALID_NAME = 'the name is not valid';

/** Gives each entry of a master file its meaning: owner, TTL, class, type and data (RFC 1035 section 5.1, RFC 2308 section 4). */
export class ZoneParser {
  private origin: string;
  private owner: string | undefined;
  private defaultTtl: number | undefined;
  private lastTtl: number | undefined;

  /** @param domain the origin until the text gives another */
  constructor(domain: string) {
    this.origin = domain;
  }

  /** @returns undefined for a directive that is carried out */
  read(entry: Entry): ReadRecord | UnfitRecord | BrokenLine | undefined {
    const { line, tokens, hasOwner } = entry;
    const [first] = tokens;
    if (!first!.isQuoted && first!.text.startsWith('$')) return this.direct(line, tokens);
    if (hasOwner) this.owner = absoluteName(first!.text, this.origin);
    else if (this.owner === undefined) return { line, unfit: 'there is no name before it' };
    return this.record(line, hasOwner ? tokens.slice(1) : tokens);
  }

  private record(line: number, tokens: readonly Token[]): ReadRecord | UnfitRecord {
    const { ttl, className, rest } = beforeType(tokens);
    const isTime = ttl === undefined || ttl <= MAX_SECONDS;
    if (isTime) this.lastTtl = ttl ?? this.lastTtl;
    const [type, ...data] = rest;
    if (!type || type.isQuoted || !TYPE.test(type.text)) return { line, unfit: 'there is no type' };
    if (className !== 'IN') return { line, unfit: `class ${className} is not supported` };
    if (this.owner === undefined) return { line, unfit: INVALID_NAME };
    const set = { type: type.text.toUpperCase(), name: this.owner };
    if (!isTime) return { line, unfit: 'the TTL is not valid', set };
    return this.answer(line, { ...set, class: className, ttl: ttl ?? this.defaultTtl ?? this.lastTtl }, data);
  }

  private answer(
    line: number,
    head: Omit<ResourceRecord, 'data'>,
    tokens: readonly Token[],
  ): ReadRecord | UnfitRecord {
    const { type } = head;
    // The service has an SOA record of its own.
    if (type === 'SOA') return { line, answer: head };
    const known = RECORD_TYPES.find((one) => one === type);
    if (!known) return { line, unfit: `type ${type} is not supported` };
    const data = dataOfText(known, tokens, this.origin);
    return data === undefined
      ? { line, unfit: `the data is not that of a record of type ${type}`, set: head }
      : { line, answer: { ...head, data } };
  }

  private direct(line: number, [directive, value, ...more]: readonly Token[]): BrokenLine | undefined {
    const name = directive!.text.toUpperCase();
    const isAlone = value !== undefined && more.length === 0;
    if (name === '$ORIGIN') {
      const origin = isAlone ? absoluteName(value.text, this.origin) : undefined;
      if (origin === undefined || origin.length > MAX_ORIGIN_LENGTH)
        return { line, why: '$ORIGIN takes one name' };
      this.origin = origin;
    } else if (name === '$TTL') {
      const ttl = isAlone ? secondsOf(value) : undefined;
      if (ttl === undefined || ttl > MAX_SECONDS) return { line, why: '$TTL takes one time' };
      this.defaultTtl = ttl;
    } else return { line, why: `${name.slice(0, 20)} is not supported` };
    return undefined;
  }
}

const MAX_ORIGIN_LENGTH = 253;

/** Class and TTL, in either order. */
function beforeType(tokens: readonly Token[]) {
  let ttl: number | undefined;
  let className: string | undefined;
  let at = 0;
  for (; at < 2; at++) {
    const token = tokens[at];
    const seconds = ttl === undefined && token ? secondsOf(token) : undefined;
    if (seconds !== undefined) ttl = seconds;
    else if (className === undefined && token && !token.isQuoted && CLASS.test(token.text))
      className = token.text.toUpperCase();
    else break;
  }
  return { ttl, className: className ?? 'IN', rest: tokens.slice(at) };
}

/** @returns undefined for what is no time */
function secondsOf({ text, isQuoted }: Token): number | undefined {
  if (isQuoted || !SECONDS.test(text)) return undefined;
  if (/^\d+$/.test(text)) return Number(text);
  const parts = text.toLowerCase().match(/\d+[smhdw]/g)!;
  return parts.reduce((sum, part) => sum + parseInt(part, 10) * UNIT_SECONDS[part.at(-1)!]!, 0);
}
