import type { Caller } from '../access/caller.js';
import { PersonalTokensRepository } from '../access/credentials/personal-tokens.repository.js';
import { TOKEN } from '../access/credentials/personal-token.resource.js';
import { LIVE_PERSONAL, TOKEN_LOOKUP } from '../access/credentials/personal-tokens.sql.js';
import { APP } from '../access/oauth-clients/authorized-app.resource.js';
import { AuthorizedAppsRepository } from '../access/oauth-clients/authorized-apps.repository.js';
import { APP_LOOKUP } from '../access/oauth-clients/authorized-apps.sql.js';
import type { Area } from '../shared/areas/area.js';
import { Unauthenticated } from '../shared/errors/errors.js';
import type { JobTools } from '../shared/jobs/job.js';
import { DevicesRepository } from './devices/devices.repository.js';
import { DEVICE } from './devices/device.resource.js';
import { DEVICE_LOOKUP } from './devices/devices.sql.js';
import { LoginsRepository } from './logins/logins.repository.js';
import { LOGIN } from './logins/login.resource.js';
import { LOGIN_LOOKUP } from './logins/logins.sql.js';
import { ProfileService } from './me/profile.service.js';
import { PhoneRepository } from './phone/phone.repository.js';
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
  // Foreign keys also delete the app's grants and tokens, and the login that a device remembers.
  endsWith: { password: ['trusted_devices', 'authorized_apps'], twoFactor: ['trusted_devices'] },
  encrypted: [
    {
      table: 'security_answers',
      column: 'response',
      context: "'security_answers:' || user_id || ':' || question_id",
    },
    { table: 'phone_codes', column: 'code', context: "'phone_codes:' || user_id || ':' || phone_number" },
  ],
  jobs,
  constraints: {
    ssh_keys_user_id_fkey: actorIsGone,
    security_answers_user_id_fkey: actorIsGone,
    phone_codes_user_id_fkey: actorIsGone,
    preferences_user_id_fkey: actorIsGone,
    preferences_client_id_fkey: actorIsGone,
  },
};

function jobs({ get, partitions, tidy, clock, settings }: JobTools) {
  const now = () => clock.now();
  return [
    tidy('profile.apps', (tx, limit) => get(AuthorizedAppsRepository).tidy(tx, now(), limit)),
    tidy('profile.devices', (tx, limit) => get(DevicesRepository).tidy(tx, now(), limit)),
    partitions('profile.logins', 'logins', settings.loginHistoryDays),
    tidy('profile.loginCounts', (tx, limit) => get(LoginsRepository).tidyCounts(tx, limit)),
    tidy('profile.phone', (tx, limit) => get(PhoneRepository).tidy(tx, now(), limit)),
    tidy('profile.tokens', (tx, limit) => get(PersonalTokensRepository).tidy(tx, now(), limit)),
  ];
}

/**
 * Another request deleted the acting user, or the client of the acting token and the token with it.
 */
function actorIsGone() {
  return new Unauthenticated();
}
