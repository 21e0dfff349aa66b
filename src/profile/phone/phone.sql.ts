import { expiredRows } from '../../shared/jobs/expired-rows.sql.js';

export const EXPIRED_PHONE_CODES = expiredRows('profile.phone', {
  table: 'phone_codes',
  key: 'user_id, phone_number',
  where: 'expiry <= $1',
  order: 'expiry',
});
