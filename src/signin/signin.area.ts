import type { Area } from '../shared/areas/area.js';
import type { JobTools } from '../shared/jobs/job.js';
import { PendingLoginsRepository } from './login/pending-logins.repository.js';
import { LoginSessionsRepository } from './login/login-sessions.repository.js';
import { OAuthGrantsRepository } from './oauth/oauth-grants.repository.js';
import { OAuthPayloadsRepository } from './oauth/oauth-payloads.repository.js';
import { SignInModule } from './signin.module.js';
import { OAuthGrantEntity } from './oauth/oauth-grant.entity.js';

export const signInArea: Area = {
  module: SignInModule,
  entities: [OAuthGrantEntity],
  endsWith: { password: ['login_sessions', 'pending_logins', 'oauth_grants'] },
  jobs,
};

function jobs({ get, tidy, clock }: JobTools) {
  const now = () => clock.now();
  return [
    tidy('signin.grants', (tx, limit) => get(OAuthGrantsRepository).tidy(tx, clock.daysAgo(1), limit)),
    tidy('signin.payloads', (tx, limit) =>
      get(OAuthPayloadsRepository).tidy(tx, now(), clock.daysAgo(30), limit),
    ),
    tidy('signin.pendingLogins', (tx, limit) => get(PendingLoginsRepository).tidy(tx, now(), limit)),
    tidy('signin.sessions', (tx, limit) => get(LoginSessionsRepository).tidy(tx, now(), limit)),
  ];
}
