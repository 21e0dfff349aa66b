import { expiredRows } from '../../shared/jobs/expired-rows.sql.js';

export const EXPIRED_PHONE_CODES = expiredRows('profile.phone', {
  table: 'phone_codes',
  where: 'expiry <= $1',
  order: 'expiry',
});
