import { command } from '../../database/statement.js';
import { expiredRows } from '../../shared/jobs/expired-rows.sql.js';

/** TypeORM does not report whether an INSERT that ignores a conflict inserted a row. */
export const SPEND_CHALLENGE = command(
  'auth.passkeyChallenges.spend',
  'INSERT INTO used_passkey_challenges (challenge_hash, expiry) VALUES ($1, $2) ON CONFLICT DO NOTHING',
);

export const EXPIRED_CHALLENGES = expiredRows('auth.passkeyChallenges', {
  table: 'used_passkey_challenges',
  where: 'expiry <= $1',
  order: 'expiry',
});
