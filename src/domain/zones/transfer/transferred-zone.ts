import type { Answer, SoaData } from 'dns-packet';
import type { RecordValues } from '../../records/record-type.js';
import { MAX_RECORDS } from '../../domains/domain.rules.js';
import { roundDomainSeconds } from '../../seconds.rules.js';
import { emailOf, isSynthesised, storable } from './transferred-record.rules.js';

const MAX_NAMED = 50;

/** The zone has more records than a domain may have (spec: Domains rule 1). */
export class TooManyRecords extends Error {}

/** What an import stores: gathered answer by answer, so that only what is kept takes memory. */
export class TransferredZone {
  readonly records: RecordValues[] = [];
  private readonly left: string[] = [];
  private leftCount = 0;
  private soa: SoaData | undefined;
  /** What stands at each name, as far as it could be in another record's way. */
  private readonly names = new Map<string, 'alias' | 'others' | 'mail' | 'no mail'>();

  constructor(
    private readonly domain: string,
    private readonly nameservers: readonly string[],
  ) {}

  /** @throws TooManyRecords */
  add(answer: Answer): void {
    if (answer.type === 'SOA' && answer.name.toLowerCase() === this.domain) this.soa = answer.data as SoaData;
    if (isSynthesised(answer, this.domain, this.nameservers)) return;
    const record = storable(answer, this.domain);
    if (record === undefined || this.conflicts(record)) return this.leave(answer);
    if (this.records.length === MAX_RECORDS) throw new TooManyRecords();
    this.records.push(record);
  }

  /** The SOA's address; where it is none, the one that every domain should have (RFC 2142). */
  get soaEmail(): string {
    return emailOf(this.soa?.rname ?? '') ?? `hostmaster@${this.domain}`;
  }

  get seconds(): { readonly refreshSec: number; readonly retrySec: number; readonly expireSec: number } {
    const { refresh = 0, retry = 0, expire = 0 } = this.soa ?? {};
    return {
      refreshSec: roundDomainSeconds(refresh),
      retrySec: roundDomainSeconds(retry),
      expireSec: roundDomainSeconds(expire),
    };
  }

  /** Names what could not be stored, for the event's message; null when all was (D-111). */
  get skipped(): string | null {
    if (this.leftCount === 0) return null;
    const more = this.leftCount > this.left.length ? ` and ${this.leftCount - this.left.length} more` : '';
    return `Skipped: ${this.left.join(', ')}${more}`;
  }

  private leave({ type, name }: Answer): void {
    this.leftCount++;
    if (this.left.length < MAX_NAMED) this.left.push(`${type} ${printable(name)}`);
  }

  /** Of records that can't stand at one name the first to come stays (D-102). */
  private conflicts(record: RecordValues): boolean {
    const name = record.name.toLowerCase();
    const there = this.names.get(name);
    const kind = kindOf(record);
    if (there !== undefined) {
      if (there === 'alias' || kind === 'alias') return true;
      if (there === 'no mail' && record.type === 'MX') return true;
      if (kind === 'no mail' && there === 'mail') return true;
    }
    if (there === undefined || there === 'others') this.names.set(name, kind);
    return false;
  }
}

function kindOf(record: RecordValues): 'alias' | 'others' | 'mail' | 'no mail' {
  if (record.type === 'CNAME') return 'alias';
  if (record.type !== 'MX') return 'others';
  // RFC 7505: a mail exchanger that is none.
  return record.rdata === '.' ? 'no mail' : 'mail';
}

/** Names come from a stranger: an event's message shows nothing but printable characters. */
function printable(name: string): string {
  return name.slice(0, 253).replace(/[^\x21-\x7e]/g, '?');
}
