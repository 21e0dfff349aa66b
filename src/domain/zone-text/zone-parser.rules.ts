import { MAX_NAME_LENGTH } from '../names.rules.js';
import { RECORD_TYPES } from '../records/record-type.js';
import { MAX_SECONDS } from '../seconds.rules.js';
import type { ResourceRecord } from '../zones/transfer/dns-message.js';
import { dataOfText } from './zone-data.rules.js';
import type { UnreadableLine, Entry, Token } from './zone-entries.rules.js';
import { absoluteName } from './zone-names.rules.js';

/**
 * A record of the text in the form of a zone transfer. Its TTL is undefined if the text has none.
 */
export interface ParsedRecord {
  readonly line: number;
  readonly record: ResourceRecord;
}

/** A record that cannot be stored. */
export interface UnstorableRecord {
  readonly line: number;
  /** The reason. */
  readonly unstorable: string;
  /** The set of the record, if its line has a valid name and a type. */
  readonly set?: Pick<ResourceRecord, 'type' | 'name'>;
}

/** The units of BIND, which other programs also write. */
const UNIT_SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };
const SECONDS = /^(?:\d{1,10}|(?:\d{1,10}[smhdw]){1,5})$/i;
const CLASS = /^(?:IN|CH|HS|CS|CLASS\d{1,5})$/i;
const TYPE = /^[a-z][a-z0-9-]{0,31}$/i;

const INVALID_NAME = 'the name is not valid';

/**
 * Parses the entries of a master file: owner, TTL, class, type and data (RFC 1035 section 5.1,
 * RFC 2308 section 4).
 */
export class ZoneParser {
  private origin: string;
  private owner: string | undefined;
  private defaultTtl: number | undefined;
  private lastTtl: number | undefined;

  /** @param domain the origin before the first `$ORIGIN` */
  constructor(domain: string) {
    this.origin = domain;
  }

  /** @returns undefined for a valid directive */
  read(entry: Entry): ParsedRecord | UnstorableRecord | UnreadableLine | undefined {
    const { line, tokens, hasOwner } = entry;
    const [first] = tokens;
    if (!first!.isQuoted && first!.text.startsWith('$')) return this.applyDirective(line, tokens);
    if (hasOwner) this.owner = absoluteName(first!.text, this.origin);
    else if (this.owner === undefined) return { line, unstorable: 'there is no name before it' };
    return this.parse(line, hasOwner ? tokens.slice(1) : tokens);
  }

  private parse(line: number, tokens: readonly Token[]): ParsedRecord | UnstorableRecord {
    const { ttl, className, rest } = beforeType(tokens);
    const isTime = ttl === undefined || ttl <= MAX_SECONDS;
    if (isTime) this.lastTtl = ttl ?? this.lastTtl;
    const [type, ...data] = rest;
    if (!type || type.isQuoted || !TYPE.test(type.text)) return { line, unstorable: 'there is no type' };
    if (className !== 'IN') return { line, unstorable: `class ${className} is not supported` };
    if (this.owner === undefined) return { line, unstorable: INVALID_NAME };
    const set = { type: type.text.toUpperCase(), name: this.owner };
    if (!isTime) return { line, unstorable: 'the TTL is not valid', set };
    return this.withData(
      line,
      { ...set, class: className, ttl: ttl ?? this.defaultTtl ?? this.lastTtl },
      data,
    );
  }

  private withData(
    line: number,
    head: Omit<ResourceRecord, 'data'>,
    tokens: readonly Token[],
  ): ParsedRecord | UnstorableRecord {
    const { type } = head;
    // The caller excludes SOA records, because the service generates the zone's own.
    if (type === 'SOA') return { line, record: head };
    const known = RECORD_TYPES.find((one) => one === type);
    if (!known) return { line, unstorable: `type ${type} is not supported` };
    const data = dataOfText(known, tokens, this.origin);
    return data === undefined
      ? { line, unstorable: `the data is not that of a record of type ${type}`, set: head }
      : { line, record: { ...head, data } };
  }

  private applyDirective(
    line: number,
    [directive, value, ...more]: readonly Token[],
  ): UnreadableLine | undefined {
    const name = directive!.text.toUpperCase();
    const isAlone = value !== undefined && more.length === 0;
    if (name === '$ORIGIN') {
      const origin = isAlone ? absoluteName(value.text, this.origin) : undefined;
      if (origin === undefined || origin.length > MAX_NAME_LENGTH)
        return { line, reason: '$ORIGIN takes one name' };
      this.origin = origin;
    } else if (name === '$TTL') {
      const ttl = isAlone ? secondsOf(value) : undefined;
      if (ttl === undefined || ttl > MAX_SECONDS) return { line, reason: '$TTL takes one time' };
      this.defaultTtl = ttl;
    } else return { line, reason: `${name.slice(0, 20)} is not supported` };
    return undefined;
  }
}

/** Reads class and TTL, in either order. */
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

/** @returns undefined when the token is no time */
function secondsOf({ text, isQuoted }: Token): number | undefined {
  if (isQuoted || !SECONDS.test(text)) return undefined;
  if (/^\d+$/.test(text)) return Number(text);
  const parts = text.toLowerCase().match(/\d+[smhdw]/g)!;
  return parts.reduce((sum, part) => sum + parseInt(part, 10) * UNIT_SECONDS[part.at(-1)!]!, 0);
}
