import type { Area } from '../shared/areas/area.js';
import { Unauthenticated } from '../shared/errors/errors.js';
import { EXPIRED_PENDING_LOGINS, EXPIRED_SESSIONS } from './login/login.sql.js';
import { EXPIRED_PAYLOADS, SPENT_GRANTS } from './oauth/oauth.sql.js';
import { EXPIRED_CHALLENGES } from './passkeys/passkeys.sql.js';
import { AuthModule } from './auth.module.js';

const DAY_SECONDS = 86_400;

export const authArea: Area = {
  module: AuthModule,
  // A new password locks out an intruder, who may have added a passkey (D-311). The consents come
  // before the apps: their deletion waits for codes that are being exchanged, which may make apps.
  endsWith: {
    password: ['login_sessions', 'pending_logins', 'oauth_grants', 'authorized_apps', 'passkeys'],
  },
  endsWithApp: ['oauth_grants'],
  jobs: ({ expire }) => [
    expire(SPENT_GRANTS, DAY_SECONDS),
    expire(EXPIRED_PAYLOADS),
    expire(EXPIRED_CHALLENGES),
    expire(EXPIRED_PENDING_LOGINS),
    expire(EXPIRED_SESSIONS),
  ],
  // The user was deleted while the request ran.
  constraints: { passkeys_user_id_fkey: () => new Unauthenticated() },
};
