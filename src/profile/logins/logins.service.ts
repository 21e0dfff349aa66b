import { Inject, Injectable } from '@nestjs/common';
import type { CallerKey } from '../../access/caller.js';
import { SETTINGS, type Settings } from '../../shared/config/settings.js';
import { NotFound } from '../../shared/errors/errors.js';
import { pageOf } from '../../shared/lists/collection.js';
import type { ListRequest } from '../../shared/lists/list-request.js';
import { Clock } from '../../shared/time/clock.js';
import { LOGIN, type LoginRow } from './login.resource.js';
import { LoginsRepository } from './logins.repository.js';

const DAY_SECONDS = 86_400;

/** Reads the history of logins. Sign-in writes it. */
@Injectable()
export class LoginsService {
  constructor(
    private readonly logins: LoginsRepository,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async list(key: CallerKey, request: ListRequest) {
    return pageOf(await this.logins.list(key, request, this.historyStart()), LOGIN.shown);
  }

  /** @throws NotFound for a login older than the history */
  view(login: LoginRow) {
    if (new Date(login.datetime) <= this.historyStart()) throw new NotFound();
    return LOGIN.shown(login);
  }

  /** The start of the history that the API shows (spec: Login; D-88). */
  historyStart(): Date {
    return this.clock.in(-this.settings.loginHistoryDays * DAY_SECONDS);
  }
}
