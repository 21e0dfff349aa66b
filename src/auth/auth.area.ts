import type { Area } from '../shared/areas/area.js';
import { Unauthenticated } from '../shared/errors/errors.js';
import type { JobTools } from '../shared/jobs/job.js';
import { PendingLoginsRepository } from './login/pending-logins.repository.js';
import { LoginSessionsRepository } from './login/login-sessions.repository.js';
import { OAuthGrantsRepository } from './oauth/oauth-grants.repository.js';
import { OAuthPayloadsRepository } from './oauth/oauth-payloads.repository.js';
import { PasskeyChallenges } from './passkeys/passkey-challenges.js';
import { UsedChallengeEntity } from './passkeys/used-challenge.entity.js';
import { AuthModule } from './auth.module.js';
import { OAuthGrantEntity } from './oauth/oauth-grant.entity.js';

export const authArea: Area = {
  module: AuthModule,
  entities: [OAuthGrantEntity, UsedChallengeEntity],
  // A new password locks out an intruder, who may have added a passkey (D-311).
  endsWith: { password: ['login_sessions', 'pending_logins', 'oauth_grants', 'passkeys'] },
  jobs,
  // The user was deleted while the request ran.
  constraints: { passkeys_user_id_fkey: () => new Unauthenticated() },
};

function jobs({ get, tidy, clock }: JobTools) {
  const now = () => clock.now();
  return [
    tidy('auth.grants', (tx, limit) => get(OAuthGrantsRepository).tidy(tx, clock.daysAgo(1), limit)),
    tidy('auth.payloads', (tx, limit) =>
      get(OAuthPayloadsRepository).tidy(tx, now(), clock.daysAgo(30), limit),
    ),
    tidy('auth.passkeyChallenges', (tx, limit) => get(PasskeyChallenges).tidy(tx, now(), limit)),
    tidy('auth.pendingLogins', (tx, limit) => get(PendingLoginsRepository).tidy(tx, now(), limit)),
    tidy('auth.sessions', (tx, limit) => get(LoginSessionsRepository).tidy(tx, now(), limit)),
  ];
}
