import { reasonOf } from '../../../shared/errors/reason.js';
import type { RecordValues } from '../../records/record-type.js';
import { columnsOf, type RecordColumns } from '../../records/record-columns.rules.js';
import { MAX_RECORDS } from '../../domain.rules.js';
import { NameConflicts } from '../../records/name-conflicts.rules.js';
import { NOT_SERVED } from '../../records/record.events.js';
import { roundDomainSeconds } from '../../seconds.rules.js';
import { TransferError } from './axfr.js';
import type { SoaData } from './dns-data.js';
import type { ResourceRecord } from './dns-message.js';
import { emailOf, isApexNs, isSynthesised, storedRecordOf } from './transferred-record.rules.js';

const MAX_NAMED = 50;

/** A transferred zone to store. Threads can send it to each other. */
export interface ImportableZone {
  readonly records: RecordColumns;
  readonly count: number;
  /**
   * Whether the zone has more records than a domain may have. `records` then has the first ones.
   */
  readonly tooMany: boolean;
  readonly soaEmail: string;
  readonly serial: number;
  readonly seconds: { readonly refreshSec: number; readonly retrySec: number; readonly expireSec: number };
  /**
   * For the event's message: the records that are not stored and why, and the NS records of the old
   * provider that are; null when there are none.
   */
  readonly remarks: string | null;
}

/** Collects the values that an import stores, record by record, so that others take no memory. */
export class TransferredZone {
  readonly records: RecordValues[] = [];
  private tooMany = false;
  private characters = 0;
  private readonly skipped: string[] = [];
  private skippedCount = 0;
  private readonly apexHosts: string[] = [];
  private readonly unserved: string[] = [];
  /** The NS records of their names decide which of them are stored, after the last answer. */
  private readonly dsRecords: { readonly answer: ResourceRecord; readonly record: RecordValues }[] = [];
  private soa: SoaData | undefined;
  private readonly names = new NameConflicts();

  /**
   * @param nameservers of this service, which renders their NS records itself
   * @param skipApexNs leaves out all NS records of the apex
   * @param maxCharacters of the targets and the `rdata` of the records to store
   */
  constructor(
    private readonly domain: string,
    private readonly nameservers: readonly string[],
    private readonly skipApexNs = false,
    private readonly maxCharacters = Infinity,
  ) {}

  add(answer: ResourceRecord): void {
    if (answer.type === 'SOA' && answer.name.toLowerCase() === this.domain) this.soa = answer.data as SoaData;
    if (isSynthesised(answer, this.domain, this.nameservers)) return;
    const isApex = isApexNs(answer, this.domain);
    if (isApex && this.skipApexNs) return this.skip(answer, `skip_apex_ns: ${String(answer.data)}`);
    const record = storedRecordOf(answer, this.domain);
    if ('reason' in record) return this.skip(answer, record.reason);
    if (record.type === 'DS') return this.addDs(answer, record);
    if (this.names.addFitting(record)) return this.skip(answer, 'conflicts with another record of its name');
    if (!this.store(record)) return;
    if (isApex) this.apexHosts.push(printable(String(answer.data)));
    if (record.rdata === null) this.unserved.push(`${answer.type} ${printable(answer.name)} (${NOT_SERVED})`);
  }

  /** Returns the collected zone. It is complete only after the last answer. */
  result(): ImportableZone {
    this.storeDsRecords();
    const { refresh = 0, retry = 0, expire = 0, serial = 0, rname = '' } = this.soa ?? {};
    return {
      records: columnsOf(this.records),
      count: this.records.length,
      tooMany: this.tooMany,
      // A domain without a valid address in its SOA gets the address of RFC 2142.
      soaEmail: emailOf(rname) ?? `hostmaster@${this.domain}`,
      serial,
      seconds: {
        refreshSec: roundDomainSeconds(refresh),
        retrySec: roundDomainSeconds(retry),
        expireSec: roundDomainSeconds(expire),
      },
      remarks: this.remarks(),
    };
  }

  private addDs(answer: ResourceRecord, record: RecordValues): void {
    if (this.dsRecords.length === MAX_RECORDS) this.tooMany = true;
    else this.dsRecords.push({ answer, record });
  }

  /** Adds the DS records of names with NS records (D-293). */
  private storeDsRecords(): void {
    const delegated = new Set(
      this.records.filter(({ type }) => type === 'NS').map(({ name }) => name.toLowerCase()),
    );
    for (const { answer, record } of this.dsRecords.splice(0)) {
      if (delegated.has(record.name.toLowerCase())) this.store(record);
      else this.skip(answer, `name: ${reasonOf('ds_without_ns').reason}`);
    }
  }

  /**
   * @returns whether there was room
   * @throws TransferError for too many characters
   */
  private store(record: RecordValues): boolean {
    if (this.records.length === MAX_RECORDS) {
      this.tooMany = true;
      return false;
    }
    this.characters += record.target.length + (record.rdata?.length ?? 0);
    if (this.characters > this.maxCharacters)
      throw new TransferError(`more than ${this.maxCharacters} characters`);
    this.records.push(record);
    return true;
  }

  private skip({ type, name }: ResourceRecord, reason: string): void {
    this.skippedCount++;
    if (this.skipped.length < MAX_NAMED)
      this.skipped.push(`${type} ${printable(name)} (${printable(reason)})`);
  }

  private remarks(): string | null {
    const lists = [
      listed('Skipped', this.skipped, this.skippedCount),
      listed('Kept NS records of the previous nameservers', this.apexHosts),
      listed('Stored', this.unserved),
    ];
    return lists.filter((list) => list !== undefined).join('. ') || null;
  }
}

/** @returns undefined for an empty list */
function listed(title: string, items: readonly string[], count = items.length): string | undefined {
  if (count === 0) return undefined;
  const more = count > MAX_NAMED ? ` and ${count - MAX_NAMED} more` : '';
  return `${title}: ${items.slice(0, MAX_NAMED).join(', ')}${more}`;
}

/**
 * Keeps only printable ASCII characters, because the peer chooses a text for an event's message.
 */
function printable(text: string): string {
  return text.slice(0, 253).replace(/[^\x20-\x7e]/g, '?');
}
