import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { AccessFacts } from '../../access/access-facts.js';
import type { Caller } from '../../access/caller.js';
import { Database } from '../../database/database.js';
import { NotFound } from '../../shared/errors/errors.js';
import { Drain } from '../../shared/http/server/drain.js';
import { Turns } from '../../shared/limits/turns.js';
import { propagationStatus, type PropagatedZone } from './propagation.rules.js';
import { NEWEST_VERSION } from './propagation.sql.js';
import { nameserverView, type PropagationResponse, type PropagationState } from './propagation.view.js';
import { ServedSerials } from './served-serials.js';

/** The time that a request waits until a change is live. */
export interface Wait {
  readonly seconds: number;
  /** Aborts the wait when the client disconnects. */
  readonly signal: AbortSignal;
}

const POLL_MS = 1000;
/**
 * The most requests that ask and wait at once. Each holds sockets and the client's connection, but
 * no connection of the database.
 */
const WAITS = { account: 16, process: 256 };

/** Finds whether the nameservers serve a change (D-245). */
@Injectable()
export class PropagationService {
  private readonly waits = new Turns(WAITS);

  constructor(
    private readonly serials: ServedSerials,
    private readonly facts: AccessFacts,
    private readonly database: Database,
    private readonly drain: Drain,
  ) {}

  /**
   * The state of the newest change.
   * @throws Unauthenticated, Forbidden, InsufficientScope when the caller lost access during the
   * wait; NotFound then, too, and when the domain no longer exists
   */
  async view(caller: Caller, domainId: number, wait: Wait): Promise<PropagationResponse> {
    const { id, version, serial, ...zone } = await this.zone(caller, domainId);
    return { id, version, serial, ...(await this.state(caller, zone, serial, wait)) };
  }

  /**
   * The state of the change with this serial.
   * @throws as `view`
   */
  async ofSerial(caller: Caller, domainId: number, serial: number, wait: Wait): Promise<PropagationState> {
    return this.state(caller, await this.zone(caller, domainId), serial, wait);
  }

  private async zone({ accountId }: Caller, domainId: number) {
    const zone = await this.database.row(NEWEST_VERSION, [accountId, domainId]);
    if (!zone) throw new NotFound();
    return zone;
  }

  private async state(caller: Caller, zone: PropagatedZone, serial: number, wait: Wait) {
    const state = await this.waits.run(caller.accountId, () => this.whenLive(zone, serial, wait));
    if (wait.seconds > 0) await this.facts.requireStillAllowed(this.database, caller);
    return state;
  }

  private async whenLive(zone: PropagatedZone, serial: number, { seconds, signal }: Wait) {
    const until = performance.now() + seconds * 1000;
    let state = await this.now(zone, serial);
    while (state.status === 'pending' && !signal.aborted && !this.drain.draining) {
      const left = until - performance.now();
      if (left <= 0) break;
      await delay(Math.min(POLL_MS, left), undefined, { signal }).catch(() => undefined);
      state = await this.now(zone, serial);
    }
    return state;
  }

  private async now(zone: PropagatedZone, serial: number): Promise<PropagationState> {
    const answers = await this.serials.of(zone.domain);
    const status = propagationStatus(zone.served, serial, answers);
    return { status, nameservers: answers.map(nameserverView) };
  }
}
