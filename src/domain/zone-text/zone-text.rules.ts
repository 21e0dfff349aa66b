import { setImmediate as nextTurn } from 'node:timers/promises';
import { ENTRIES_PER_TURN } from '../changes/change-entries.rules.js';
import { recordSetKey } from '../records/record-sets.rules.js';
import { MAX_RECORDS } from '../domain.rules.js';
import { relativeName } from '../names.rules.js';
import { RECORD_TYPES, type RecordValues } from '../records/record-type.js';
import { isApexNs, storedRecordOf } from '../zones/transfer/transferred-record.rules.js';
import { CHARACTERS_PER_TURN, ZoneEntries } from './zone-entries.rules.js';
import { ZoneParser, type ReadRecord, type UnfitRecord } from './zone-parser.rules.js';

/** A line of a zone text, and what is to be said of it. */
export interface Remark {
  readonly line: number;
  readonly reason: string;
}

/** A record of a zone text that can be stored. */
export interface TextRecord {
  readonly line: number;
  readonly values: RecordValues;
  /** In seconds as the text has it; undefined where it leaves that to the domain. */
  readonly ttl: number | undefined;
}

/** What a zone text says (D-242). */
export interface ZoneText {
  readonly records: readonly TextRecord[];
  /** SOA and NS records of the apex, which are left alone. */
  readonly leftAlone: readonly Remark[];
  /** Records that can't be stored. */
  readonly unfit: readonly Remark[];
  /** The sets that they belong to, as `setKey` has them. */
  readonly unfitSets: ReadonlySet<string>;
  /** Lines that are no records, so that it is not known what they mean for the others. */
  readonly broken: readonly Remark[];
  /** It has more than a zone can have; the others are not read. */
  readonly tooMany: boolean;
}

export const APEX_NS = 'NS records of the domain itself are left alone';
const SOA = 'the SOA record is left alone';

/**
 * Reads a zone text, in time linear to its length, and lets others run meanwhile.
 * @param text one character per octet
 */
export async function readZoneText(text: string, domain: string): Promise<ZoneText> {
  const entries = new ZoneEntries(text);
  const zone = new ZoneReader(domain);
  let [count, position] = [0, 0];
  for (let entry = entries.next(); entry && !zone.tooMany; entry = entries.next()) {
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
  readonly leftAlone: Remark[] = [];
  readonly unfit: Remark[] = [];
  readonly unfitSets = new Set<string>();
  readonly broken: Remark[] = [];
  tooMany = false;
  private readonly parser: ZoneParser;

  constructor(private readonly domain: string) {
    this.parser = new ZoneParser(domain);
  }

  read(entry: NonNullable<ReturnType<ZoneEntries['next']>>): void {
    if ('tokens' in entry && entry.tokens.length === 0) return;
    const read = 'why' in entry ? entry : this.parser.read(entry);
    if (!read) return;
    const { line } = read;
    if ('why' in read) this.keep(this.broken, { line, reason: read.why });
    else if ('unfit' in read) this.leaveOut(line, read.unfit, read.set);
    else this.store(read);
  }

  private store({ line, answer }: ReadRecord): void {
    // At any name: some exports write the domain's name without its final period.
    if (answer.type === 'SOA') return this.keep(this.leftAlone, { line, reason: SOA });
    if (isApexNs(answer, this.domain)) return this.keep(this.leftAlone, { line, reason: APEX_NS });
    const values = storedRecordOf(answer, this.domain, 'anywhere');
    if ('reason' in values) return this.leaveOut(line, values.reason, answer);
    this.keep(this.records, { line, values, ttl: answer.ttl });
  }

  private leaveOut(line: number, reason: string, set?: UnfitRecord['set']): void {
    this.keep(this.unfit, { line, reason });
    const type = RECORD_TYPES.find((known) => known === set?.type);
    const name = set && relativeName(set.name, this.domain);
    if (type !== undefined && name !== undefined) this.unfitSets.add(recordSetKey({ type, name }));
  }

  /** Of each kind as many as a zone can have records, so that no text takes more memory. */
  private keep<Kept>(list: Kept[], kept: Kept): void {
    if (list.length === MAX_RECORDS) this.tooMany = true;
    else list.push(kept);
  }
}
