import { reasonOf } from '../../../shared/errors/reason.js';
import type { RecordValues } from '../../records/record-type.js';
import { MAX_RECORDS } from '../../domain.rules.js';
import { NameConflicts } from '../../records/name-conflicts.rules.js';
import { NOT_SERVED } from '../../records/record.events.js';
import { roundDomainSeconds } from '../../seconds.rules.js';
import type { SoaData } from './dns-data.js';
import type { ResourceRecord } from './dns-message.js';
import { emailOf, isApexNs, isSynthesised, storable } from './transferred-record.rules.js';

const MAX_NAMED = 50;

/** A transferred zone as it is to be stored; it can be sent between threads. */
export interface ImportableZone {
  readonly records: readonly RecordValues[];
  /** The zone has more records than a domain may have; `records` has only the first ones. */
  readonly tooMany: boolean;
  readonly soaEmail: string;
  readonly serial: number;
  readonly seconds: { readonly refreshSec: number; readonly retrySec: number; readonly expireSec: number };
  /** For the event's message: what is not stored and why, and which NS records of the old provider are; null for nothing. */
  readonly remarks: string | null;
}

/** Collects what an import stores, answer by answer, so that nothing else takes memory. */
export class TransferredZone {
  readonly records: RecordValues[] = [];
  private tooMany = false;
  private readonly skipped: string[] = [];
  private skippedCount = 0;
  private readonly apexHosts: string[] = [];
  private readonly unserved: string[] = [];
  /** Which of them are stored is known once all NS records are. */
  private readonly signers: { readonly answer: ResourceRecord; readonly record: RecordValues }[] = [];
  private soa: SoaData | undefined;
  private readonly names = new NameConflicts();

  /**
   * @param nameservers of this service, which renders their NS records itself
   * @param skipApexNs leaves out all NS records of the apex
   */
  constructor(
    private readonly domain: string,
    private readonly nameservers: readonly string[],
    private readonly skipApexNs = false,
  ) {}

  add(answer: ResourceRecord): void {
    if (answer.type === 'SOA' && answer.name.toLowerCase() === this.domain) this.soa = answer.data as SoaData;
    if (isSynthesised(answer, this.domain, this.nameservers)) return;
    const isApex = isApexNs(answer, this.domain);
    if (isApex && this.skipApexNs) return this.skip(answer, `skip_apex_ns: ${String(answer.data)}`);
    const record = storable(answer, this.domain);
    if ('reason' in record) return this.skip(answer, record.reason);
    if (record.type === 'DS') return this.addSigner(answer, record);
    if (this.conflicts(record)) return this.skip(answer, 'conflicts with another record of its name');
    if (!this.store(record)) return;
    if (isApex) this.apexHosts.push(String(answer.data));
    if (record.rdata === null) this.unserved.push(`${answer.type} ${printable(answer.name)}`);
  }

  /** The collected zone; complete only after the last answer. */
  result(): ImportableZone {
    this.storeSigners();
    const { refresh = 0, retry = 0, expire = 0, serial = 0, rname = '' } = this.soa ?? {};
    return {
      records: this.records,
      tooMany: this.tooMany,
      // A domain without a valid address in its SOA gets the one that RFC 2142 asks for.
      soaEmail: emailOf(rname) ?? `hostmaster@${this.domain}`,
      serial,
      seconds: {
        refreshSec: roundDomainSeconds(refresh),
        retrySec: roundDomainSeconds(retry),
        expireSec: roundDomainSeconds(expire),
      },
      remarks: [this.skippedText(), this.apexText(), this.unservedText()].filter(Boolean).join('. ') || null,
    };
  }

  private addSigner(answer: ResourceRecord, record: RecordValues): void {
    if (this.signers.length === MAX_RECORDS) this.tooMany = true;
    else this.signers.push({ answer, record });
  }

  /** DS records follow the NS records of their names (D-293). */
  private storeSigners(): void {
    const delegated = new Set(
      this.records.filter(({ type }) => type === 'NS').map(({ name }) => name.toLowerCase()),
    );
    for (const { answer, record } of this.signers.splice(0)) {
      if (delegated.has(record.name.toLowerCase())) this.store(record);
      else this.skip(answer, `name: ${reasonOf('ds_without_ns').reason}`);
    }
  }

  /** @returns whether there was room */
  private store(record: RecordValues): boolean {
    if (this.records.length === MAX_RECORDS) this.tooMany = true;
    else this.records.push(record);
    return !this.tooMany;
  }

  private skip({ type, name }: ResourceRecord, reason: string): void {
    this.skippedCount++;
    if (this.skipped.length < MAX_NAMED)
      this.skipped.push(`${type} ${printable(name)} (${printable(reason)})`);
  }

  private skippedText(): string {
    if (this.skippedCount === 0) return '';
    return `Skipped: ${listed(this.skipped, this.skippedCount)}`;
  }

  private apexText(): string {
    if (this.apexHosts.length === 0) return '';
    const named = this.apexHosts.slice(0, MAX_NAMED).map(printable);
    return `Kept NS records of the previous nameservers: ${listed(named, this.apexHosts.length)}`;
  }

  private unservedText(): string {
    if (this.unserved.length === 0) return '';
    const named = this.unserved.slice(0, MAX_NAMED).map((record) => `${record} (${NOT_SERVED})`);
    return `Stored: ${listed(named, this.unserved.length)}`;
  }

  /** Of records that may not share a name, the first one is kept (D-102). */
  private conflicts(record: RecordValues): boolean {
    this.names.add(record);
    if (!this.names.faultOf(record)) return false;
    this.names.remove(record);
    return true;
  }
}

function listed(named: readonly string[], count: number): string {
  const more = count > named.length ? ` and ${count - named.length} more` : '';
  return `${named.join(', ')}${more}`;
}

/** The peer chooses the text, so an event's message shows only its printable ASCII characters. */
function printable(text: string): string {
  return text.slice(0, 253).replace(/[^\x20-\x7e]/g, '?');
}
