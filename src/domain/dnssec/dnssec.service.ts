import { Injectable } from '@nestjs/common';
import type { Caller } from '../../access/caller.js';
import { Database } from '../../database/database.js';
import type { Tx } from '../../database/reader.js';
import { invalid, NotFound } from '../../shared/errors/errors.js';
import type { DomainEntity } from '../domain.entity.js';
import { DomainsRepository } from '../domains/domains.repository.js';
import { DnssecChanges } from './dnssec-changes.js';
import { DnssecRepository, type SignedZone } from './dnssec.repository.js';
import { isEnding, MAX_SIGNED_LENGTH } from './dnssec.rules.js';
import { dnssecView, UNSIGNED, type DnssecResponse } from './dnssec.view.js';

type Change = (tx: Tx, domain: DomainEntity, signed: SignedZone | undefined) => Promise<SignedZone>;

/**
 * Turns the signing of domains on and off, and rolls their keys (D-244). Its methods throw NotFound
 * when the account has no such domain.
 */
@Injectable()
export class DnssecService {
  constructor(
    private readonly dnssec: DnssecRepository,
    private readonly changes: DnssecChanges,
    private readonly domains: DomainsRepository,
    private readonly database: Database,
  ) {}

  async view({ accountId }: Caller, id: number): Promise<DnssecResponse> {
    const domain = await this.dnssec.domain(accountId, id);
    if (!domain) throw new NotFound();
    const signed = await this.dnssec.find(accountId, id);
    return signed ? dnssecView(domain.domain, signed.zone, signed.keys) : UNSIGNED;
  }

  /**
   * Signs the zone. A zone that is ending continues with its keys.
   * @throws Invalid for a slave, for a name that is too long, and for a zone that is signed
   */
  sign(caller: Caller, id: number): Promise<DnssecResponse> {
    return this.change(caller, id, (tx, domain, signed) => {
      if (domain.type !== 'master') throw invalid('', 'dnssec_of_slave');
      if (!signed) {
        if (domain.domain.length > MAX_SIGNED_LENGTH) throw invalid('', 'dnssec_of_long_name');
        return this.changes.begin(tx, domain, caller);
      }
      if (!isEnding(signed.zone.status)) throw invalid('', 'dnssec_on');
      return this.changes.resume(tx, domain, signed, caller);
    });
  }

  /** @throws Invalid unless the status is `signed` */
  roll(caller: Caller, id: number): Promise<DnssecResponse> {
    return this.change(caller, id, (tx, domain, signed) => {
      if (signed?.zone.status !== 'signed') throw invalid('', 'dnssec_not_signed');
      return this.changes.roll(tx, domain, signed, caller);
    });
  }

  /** @throws Invalid for a zone that is not signed, or is ending */
  end(caller: Caller, id: number): Promise<DnssecResponse> {
    return this.change(caller, id, (tx, domain, signed) => {
      if (!signed || isEnding(signed.zone.status)) throw invalid('', 'dnssec_off');
      return this.changes.end(tx, domain, signed, caller);
    });
  }

  /** @throws Invalid, Forbidden, OutsideRestrictions as `DnssecChanges.delegate` does (D-293) */
  delegate(caller: Caller, id: number): Promise<DnssecResponse> {
    return this.change(caller, id, (tx, domain, signed) => this.changes.delegate(tx, domain, signed, caller));
  }

  private change({ accountId }: Caller, id: number, change: Change): Promise<DnssecResponse> {
    return this.database.transaction(async (tx) => {
      const domain = await this.domains.lock(tx, accountId, id);
      if (!domain) throw new NotFound();
      const { zone, keys } = await change(tx, domain, await this.dnssec.find(accountId, id, tx));
      return dnssecView(domain.domain, zone, keys);
    });
  }
}
