import { Inject, Injectable } from '@nestjs/common';
import type { CallerKey } from '../../access/caller.js';
import { Database } from '../../database/database.js';
import { SETTINGS, type Settings } from '../../shared/config/settings.js';
import { NotFound } from '../../shared/errors/errors.js';
import { pageOf } from '../../shared/lists/collection.js';
import type { ListRequest } from '../../shared/lists/list-request.js';
import { Clock } from '../../shared/time/clock.js';
import { LOGIN, type LoginRow } from './login.resource.js';
import { LOGINS } from './logins.sql.js';

/** Reads the history of logins. Sign-in writes it. */
@Injectable()
export class LoginsService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async list(key: CallerKey, request: ListRequest) {
    return pageOf(await LOGINS.page(this.database.history, request, [key, this.historyStart()]), LOGIN.shown);
  }

  /** @throws NotFound for a login older than the history */
  view(login: LoginRow) {
    if (new Date(login.datetime) <= this.historyStart()) throw new NotFound();
    return LOGIN.shown(login);
  }

  /** The start of the history that the API shows (spec: Login; D-88). */
  private historyStart(): Date {
    return this.clock.daysAgo(this.settings.loginHistoryDays);
  }
}
