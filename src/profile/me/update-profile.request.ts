import { requestOf } from '../../shared/resources/resource-requests.js';
import { PROFILE } from './profile.resource.js';

/** spec: PUT /profile. */
export class UpdateProfileRequest extends requestOf(PROFILE, {
  order: [
    'authorized_keys',
    'email',
    'email_notifications',
    'ip_whitelist_enabled',
    'lish_auth_method',
    'restricted',
    'timezone',
    'two_factor_auth',
  ],
  examples: { email_notifications: false, lish_auth_method: 'keys_only', timezone: 'Europe/Berlin' },
}) {}
