import { setImmediate as nextTurn } from 'node:timers/promises';
import { ENTRIES_PER_TURN } from '../changes/change-entries.rules.js';
import { recordSetKey } from '../records/record-sets.rules.js';
import { MAX_RECORDS } from '../domain.rules.js';
import { relativeName } from '../names.rules.js';
import { RECORD_TYPES, type RecordValues } from '../records/record-type.js';
import { isApexNs, storedRecordOf } from '../zones/transfer/transferred-record.rules.js';
import { CHARACTERS_PER_TURN, ZoneEntries } from './zone-entries.rules.js';
import { ZoneParser, type ParsedRecord, type UnstorableRecord } from './zone-parser.rules.js';

/** A line of a zone text, and the reason why it is not stored. */
export interface Remark {
  readonly line: number;
  readonly reason: string;
}

/** A record of a zone text that can be stored. */
export interface TextRecord {
  readonly line: number;
  readonly values: RecordValues;
  /** The seconds that the text has; undefined when the domain's TTL applies. */
  readonly ttl: number | undefined;
}

/** The content of a zone text (D-242). */
export interface ZoneText {
  readonly records: readonly TextRecord[];
  /** SOA records, and NS records of the apex, which zone texts do not change. */
  readonly excluded: readonly Remark[];
  /** Records that cannot be stored. */
  readonly unstorable: readonly Remark[];
  /** The sets of these records, by `recordSetKey`. */
  readonly unstorableSets: ReadonlySet<string>;
  /** Lines that are no records, whose effect on the other lines is unknown. */
  readonly unreadable: readonly Remark[];
  /**
   * Whether one of the lists is longer than `MAX_RECORDS`. Then the rest of the text is not read.
   */
  readonly hasTooMany: boolean;
}

export const APEX_NS = 'NS records of the domain itself are left alone';
const SOA = 'the SOA record is left alone';

/**
 * Reads a zone text in time linear to its length. Pauses, so that other requests run meanwhile.
 * @param text one character per octet
 */
export async function readZoneText(text: string, domain: string): Promise<ZoneText> {
  const entries = new ZoneEntries(text);
  const zone = new ZoneReader(domain);
  let [count, position] = [0, 0];
  for (let entry = entries.next(); entry && !zone.hasTooMany; entry = entries.next()) {
    zone.read(entry);
    const isLong = entries.position - position >= CHARACTERS_PER_TURN;
    if (++count % ENTRIES_PER_TURN !== 0 && !isLong) continue;
    position = entries.position;
    await nextTurn();
  }
  return zone;
}

class ZoneReader implements ZoneText {
  readonly records: TextRecord[] = [];
  readonly excluded: Remark[] = [];
  readonly unstorable: Remark[] = [];
  readonly unstorableSets = new Set<string>();
  readonly unreadable: Remark[] = [];
  hasTooMany = false;
  private readonly parser: ZoneParser;

  constructor(private readonly domain: string) {
    this.parser = new ZoneParser(domain);
  }

  read(entry: NonNullable<ReturnType<ZoneEntries['next']>>): void {
    if ('tokens' in entry && entry.tokens.length === 0) return;
    const read = 'reason' in entry ? entry : this.parser.read(entry);
    if (!read) return;
    const { line } = read;
    if ('reason' in read) this.add(this.unreadable, { line, reason: read.reason });
    else if ('unstorable' in read) this.leaveOut(line, read.unstorable, read.set);
    else this.store(read);
  }

  private store({ line, record }: ParsedRecord): void {
    // At any name, because some exports write the domain's name without its final period.
    if (record.type === 'SOA') return this.add(this.excluded, { line, reason: SOA });
    if (isApexNs(record, this.domain)) return this.add(this.excluded, { line, reason: APEX_NS });
    const values = storedRecordOf(record, this.domain, 'anywhere');
    if ('reason' in values) return this.leaveOut(line, values.reason, record);
    this.add(this.records, { line, values, ttl: record.ttl });
  }

  private leaveOut(line: number, reason: string, set?: UnstorableRecord['set']): void {
    this.add(this.unstorable, { line, reason });
    const type = RECORD_TYPES.find((known) => known === set?.type);
    const name = set && relativeName(set.name, this.domain);
    if (type !== undefined && name !== undefined) this.unstorableSets.add(recordSetKey({ type, name }));
  }

  /** Adds an item to a list of at most `MAX_RECORDS`, which bounds the memory of a text. */
  private add<Item>(list: Item[], item: Item): void {
    if (list.length === MAX_RECORDS) this.hasTooMany = true;
    else list.push(item);
  }
}
