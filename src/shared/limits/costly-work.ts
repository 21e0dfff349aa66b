import { Inject, Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { SETTINGS, type Settings } from '../config/settings.js';
import { Turns } from './turns.js';

/** Sign-in pages take the thread that answers requests: this leaves half of it to others. */
const signInRest = (workedMs: number) => Math.min(workedMs, 10);

/** The kinds of work that are bounded per account and per process, each with its own turns (D-211). */
@Injectable()
export class CostlyWork {
  /** Lists with a filter or an order; `Database` takes these turns itself. */
  readonly lists: Turns;
  readonly imports: Turns;
  readonly uploads: Turns;
  /** A login takes the turn of its block of addresses (D-281); a signed-in user takes the turn of the account. */
  readonly passwordHashes: Turns;
  /** Zone files and transfers that are not in the cache. */
  readonly zoneRenders: Turns;
  /** Look-ups at registries that customers ask for. */
  readonly claimChecks: Turns;
  /** Pages and token requests of sign-in, which anyone can ask for: blocks of addresses take turns. */
  readonly signIns: Turns;
  /** A job waits for its turn as long as it takes. */
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
