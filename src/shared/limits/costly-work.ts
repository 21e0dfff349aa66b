import { Inject, Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { SETTINGS, type Settings } from '../config/settings.js';
import { Turns } from './turns.js';

/**
 * Sign-in pages run on the thread of all requests. The rest leaves half of its time to other
 * requests.
 */
const signInRest = (workedMs: number) => Math.min(workedMs, 10);

/**
 * The kinds of work with a limit per account and per process. Each kind has its own turns (D-211).
 */
@Injectable()
export class CostlyWork {
  /** Lists with a filter or an order. `Database` takes these turns. */
  readonly lists: Turns;
  readonly imports: Turns;
  readonly uploads: Turns;
  /**
   * A login takes a turn of its block of addresses (D-281), and a signed-in user a turn of the
   * account.
   */
  readonly passwordHashes: Turns;
  /** Zone files and transfers that are not in the cache. */
  readonly zoneRenders: Turns;
  /** Look-ups at registries for a customer's request. */
  readonly claimChecks: Turns;
  /**
   * Pages and token requests of sign-in, which need no credential. Blocks of addresses take these
   * turns.
   */
  readonly signIns: Turns;
  /** A capture is a job, so its wait has no limit. */
  readonly captures: Turns;

  constructor(database: Database, @Inject(SETTINGS) settings: Settings) {
    this.lists = database.listTurns;
    this.imports = new Turns(settings.maxImports);
    this.uploads = new Turns(settings.maxUploads);
    this.passwordHashes = new Turns(settings.maxPasswordHashes);
    this.zoneRenders = new Turns(settings.maxZoneRenders);
    this.claimChecks = new Turns(settings.maxClaimChecks);
    this.signIns = new Turns(settings.maxSignIns, undefined, signInRest);
    this.captures = new Turns(settings.maxCaptures, Infinity);
  }
}
