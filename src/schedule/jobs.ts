import { Inject, Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { TwoFactorRepository } from '../auth/two-factor/two-factor.repository.js';
import { EventsService } from '../events/events.service.js';
import { CapturesService } from '../image/jobs/captures.service.js';
import { TidyService } from '../image/jobs/tidy.service.js';
import { AppsRepository } from '../profile/apps/apps.repository.js';
import { DevicesRepository } from '../profile/devices/devices.repository.js';
import { LoginsRepository } from '../profile/logins/logins.repository.js';
import { PhoneRepository } from '../profile/phone/phone.repository.js';
import { PersonalTokensRepository } from '../profile/tokens/personal-tokens.repository.js';
import { SETTINGS, type Settings } from '../shared/config/settings.js';
import { Database } from '../database/database.js';
import type { Tx } from '../database/reader.js';
import { tidyAll, type Job } from '../shared/jobs/job.js';
import { Attempts } from '../shared/limits/attempts.js';
import { RateLimit } from '../shared/limits/rate-limit.js';
import { Clock } from '../shared/time/clock.js';
import { OAuthGrantsRepository } from '../signin/oauth/oauth-grants.repository.js';
import { OAuthPayloadsRepository } from '../signin/oauth/oauth-payloads.repository.js';
import { PendingLoginsRepository } from '../signin/login/pending-logins.repository.js';
import { LoginSessionsRepository } from '../signin/login/login-sessions.repository.js';

/** Often enough that a capture of a killed process is taken up within 60 s (D-182), its claim's 30 s included. */
const CAPTURE_SECONDS = 5;
/** Twice, so that one huge disk does not hold up all others. */
const CAPTURES_AT_ONCE = 2;
const ORPHAN_SECONDS = 3600;
const DAY_SECONDS = 86400;

type Removal = (tx: Tx, limit: number) => Promise<number>;

/** Every job of the service and how often it looks for work. */
@Injectable()
export class Jobs {
  constructor(
    private readonly modules: ModuleRef,
    private readonly database: Database,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  all(): Job[] {
    return [...this.imageJobs(), ...this.tidyJobs()];
  }

  private imageJobs(): Job[] {
    const [captures, tidy] = [this.the(CapturesService), this.the(TidyService)];
    const { jobIntervalSeconds } = this.settings;
    const everySeconds = Math.min(CAPTURE_SECONDS, jobIntervalSeconds);
    const lanes = Array.from({ length: CAPTURES_AT_ONCE }, (_, lane) => ({
      name: `image.captures.${lane + 1}`,
      everySeconds,
      run: () => captures.captureAll(),
    }));
    return [
      ...lanes,
      { name: 'image.overdue', everySeconds: jobIntervalSeconds, run: () => tidy.deleteOverdue() },
      { name: 'image.orphans', everySeconds: ORPHAN_SECONDS, run: () => tidy.removeOrphans() },
    ];
  }

  private tidyJobs(): Job[] {
    const everySeconds = this.settings.jobIntervalSeconds;
    const jobs = Object.entries(this.removals()).map(([name, tidy]) => ({
      name,
      everySeconds,
      run: () => tidyAll(this.database, tidy),
    }));
    return [
      ...jobs,
      { name: 'limits.rate', everySeconds, run: () => this.the(RateLimit).tidy(TIDY_AT_ONCE) },
    ];
  }

  /** What time has ended, by the name of its job. */
  private removals(): Record<string, Removal> {
    const { loginHistoryDays, eventDays } = this.settings;
    const now = () => this.clock.now();
    const before = (days: number) => this.clock.in(-days * DAY_SECONDS);
    return {
      events: (tx, limit) => this.the(EventsService).tidy(tx, before(eventDays), limit),
      'limits.attempts': (tx, limit) => this.the(Attempts).tidy(tx, limit),
      'profile.apps': (tx, limit) => this.the(AppsRepository).tidy(tx, now(), limit),
      'profile.devices': (tx, limit) => this.the(DevicesRepository).tidy(tx, now(), limit),
      'profile.logins': (tx, limit) => this.the(LoginsRepository).tidy(tx, before(loginHistoryDays), limit),
      'profile.phone': (tx, limit) => this.the(PhoneRepository).tidy(tx, now(), limit),
      'profile.tokens': (tx, limit) => this.the(PersonalTokensRepository).tidy(tx, now(), limit),
      'profile.twoFactor': (tx, limit) => this.the(TwoFactorRepository).tidy(tx, now(), limit),
      'signin.grants': (tx, limit) => this.the(OAuthGrantsRepository).tidy(tx, before(1), limit),
      'signin.payloads': (tx, limit) => this.the(OAuthPayloadsRepository).tidy(tx, now(), before(30), limit),
      'signin.pendingLogins': (tx, limit) => this.the(PendingLoginsRepository).tidy(tx, now(), limit),
      'signin.sessions': (tx, limit) => this.the(LoginSessionsRepository).tidy(tx, now(), limit),
    };
  }

  private the<Service>(of: abstract new (...args: never[]) => Service): Service {
    return this.modules.get<Service>(of as never, { strict: false });
  }
}

const TIDY_AT_ONCE = 10_000;
