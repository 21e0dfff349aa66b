import { keyedQuery } from '../../database/statement.js';
import { PROFILE, type ProfileRow } from './profile.resource.js';

const REFERRALS = `json_build_object('paymentsTotalUsd', a.payments_total_usd, 'code', a.referral_code,
  'completed', a.referrals_completed, 'credit', a.referrals_credit, 'pending', a.referrals_pending,
  'total', a.referrals_total)`;

/**
 * The profile of the user whose token has the hash `$1`. A statement, because the bench measures
 * it.
 */
export const VIEW_PROFILE = keyedQuery<ProfileRow>(
  'profile.me.view',
  ['bytea'],
  `SELECT ${PROFILE.columns({ referrals: REFERRALS })}
   FROM tokens t JOIN users u ON u.id = t.user_id JOIN accounts a ON a.id = u.account_id WHERE t.token_hash = $1`,
);
