import { Inject, Injectable } from '@nestjs/common';
import { AccessFacts } from '../../access/access-facts.js';
import type { Caller } from '../../access/caller.js';
import type { Tx } from '../../database/reader.js';
import { SETTINGS, type Settings } from '../../shared/config/settings.js';
import type { Fault } from '../../shared/errors/errors.js';
import { LOGGER, type Logger } from '../../shared/log/logger.js';
import { Clock } from '../../shared/time/clock.js';
import { Registry } from '../claims/registry/registry.js';
import { OwnershipRepository } from '../ownership/ownership.repository.js';
import { DOMAIN_NEEDS_CLAIM } from '../ownership/ownership.rules.js';
import { OwnershipService } from '../ownership/ownership.service.js';

/** The most milliseconds that all queries about a name take together. */
const ANSWER_MS = 2000;

/** The answer of the registry about a name that a caller wants. */
export interface RegistryAnswer {
  /** Why the account cannot take the name without a claim. */
  readonly fault?: Fault;
  /**
   * The transaction of the change calls this, because the caller's access may have ended during the
   * wait (D-206).
   * @returns the caller with the present kind of user
   * @throws as `AccessFacts.requireStillAllowed`
   */
  requireStillAllowed(tx: Tx): Promise<Caller>;
}

/**
 * Finds delegations of names that no account has or had (D-291). The registry lists the platform's
 * nameservers for such a name. The account that takes the name becomes responsible for it.
 */
@Injectable()
export class WaitingDelegations {
  constructor(
    private readonly access: AccessFacts,
    private readonly ownership: OwnershipService,
    private readonly names: OwnershipRepository,
    private readonly registry: Registry,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Asks the registry, unless another rule refuses the name. The caller calls this before its
   * transaction, because it waits for the network.
   */
  async ask(caller: Caller, domain: string): Promise<RegistryAnswer> {
    const { accountId } = caller;
    const notAsked: RegistryAnswer = { requireStillAllowed: () => Promise.resolve(caller) };
    if (!this.settings.registryCheck) return notAsked;
    if (await this.ownership.faultOf(accountId, domain)) return notAsked;
    const requireStillAllowed = (tx: Tx) => this.access.requireStillAllowed(tx, caller);
    try {
      const waits = await this.waits(accountId, domain);
      return waits ? { fault: DOMAIN_NEEDS_CLAIM, requireStillAllowed } : { requireStillAllowed };
    } catch (error) {
      this.logger.info({ err: error, domain }, 'the registry of a new domain does not answer');
      return { requireStillAllowed };
    }
  }

  private async waits(accountId: number, domain: string): Promise<boolean> {
    const signal = AbortSignal.timeout(ANSWER_MS);
    const found = await this.registry.nearestDelegation(domain, signal);
    if (!found || !this.isHere(found.hosts)) return false;
    const { isKnown, hasZone } = await this.names.delegated(domain, found, accountId, this.clock.now());
    if (isKnown) return false;
    // The account's own zone delegates the name, if the registry delegates that zone to the
    // platform.
    const above = hasZone ? await this.registry.nearestDelegation(found.zone, signal) : undefined;
    return !(above?.name === found.zone && this.isHere(above.hosts));
  }

  private isHere(hosts: readonly string[]): boolean {
    return hosts.some((host) => this.settings.nameservers.includes(host));
  }
}
