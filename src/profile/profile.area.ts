import type { Caller } from '../access/caller.js';
import { TOKEN } from '../access/credentials/personal-token.resource.js';
import { EXPIRED_TOKENS, LIVE_PERSONAL, TOKEN_LOOKUP } from '../access/credentials/personal-tokens.sql.js';
import { APP } from '../access/oauth-clients/authorized-app.resource.js';
import { APP_LOOKUP, ENDED_APPS } from '../access/oauth-clients/authorized-apps.sql.js';
import type { Area } from '../shared/areas/area.js';
import { Unauthenticated } from '../shared/errors/errors.js';
import { DEVICE } from './devices/device.resource.js';
import { DEVICE_LOOKUP, EXPIRED_DEVICES } from './devices/devices.sql.js';
import { LOGIN } from './logins/login.resource.js';
import { EXPIRED_LOGIN_COUNTS, LOGIN_LOOKUP } from './logins/logins.sql.js';
import { ProfileService } from './me/profile.service.js';
import { EXPIRED_PHONE_CODES } from './phone/phone.sql.js';
import { PreferencesService } from './preferences/preferences.service.js';
import { ProfileModule } from './profile.module.js';
import { SecurityQuestionsService } from './security-questions/security-questions.service.js';
import { SSH_KEY } from './ssh-keys/ssh-key.resource.js';
import { SSH_KEY_LOOKUP } from './ssh-keys/ssh-keys.sql.js';

export const profileArea: Area = {
  module: ProfileModule,
  pathLookups: {
    app: { ...APP_LOOKUP, view: APP.shown },
    device: { ...DEVICE_LOOKUP, view: DEVICE.shown },
    login: { ...LOGIN_LOOKUP, view: LOGIN.shown },
    sshKey: { ...SSH_KEY_LOOKUP, view: SSH_KEY.shown },
    token: { ...TOKEN_LOOKUP, view: TOKEN.shown },
  },
  objects: (get) => ({
    'profile.view': ({ key }: Caller) => get(ProfileService).view(key),
    'profile.preferences.view': async (caller: Caller) =>
      Buffer.from(await get(PreferencesService).of(caller)),
    'profile.securityQuestions.list': (caller: Caller) => get(SecurityQuestionsService).list(caller),
  }),
  quotas: {
    tokens: {
      limit: ({ maxTokensPerUser }) => maxTokensPerUser,
      used: `(SELECT count(*) FROM tokens p WHERE p.user_id = caller.user_id AND ${LIVE_PERSONAL})`,
    },
    ssh_keys: {
      limit: ({ maxSshKeysPerUser }) => maxSshKeysPerUser,
      used: '(SELECT count(*) FROM ssh_keys k WHERE k.user_id = caller.user_id)',
    },
  },
  // A foreign key also deletes the login that a device remembers.
  endsWith: { password: ['trusted_devices'], twoFactor: ['trusted_devices'] },
  encrypted: [
    {
      table: 'security_answers',
      column: 'response',
      context: "'security_answers:' || user_id || ':' || question_id",
    },
    { table: 'phone_codes', column: 'code', context: "'phone_codes:' || user_id || ':' || phone_number" },
  ],
  jobs: ({ expire, partitions, settings }) => [
    expire(ENDED_APPS),
    expire(EXPIRED_DEVICES),
    partitions('profile.logins', 'logins', settings.loginHistoryDays),
    expire(EXPIRED_LOGIN_COUNTS),
    expire(EXPIRED_PHONE_CODES),
    expire(EXPIRED_TOKENS),
  ],
  constraints: {
    ssh_keys_user_id_fkey: actorIsGone,
    security_answers_user_id_fkey: actorIsGone,
    phone_codes_user_id_fkey: actorIsGone,
    preferences_user_id_fkey: actorIsGone,
    preferences_client_id_fkey: actorIsGone,
  },
};

/**
 * Another request deleted the acting user, or the client of the acting token and the token with it.
 */
function actorIsGone() {
  return new Unauthenticated();
}
