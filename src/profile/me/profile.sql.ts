import { ANY_CALLER } from '../../access/caller.js';
import { query } from '../../database/statement.js';
import { PROFILE, type ProfileRow } from './profile.resource.js';

const REFERRALS = `json_build_object('paymentsTotalUsd', a.payments_total_usd, 'code', a.referral_code,
  'completed', a.referrals_completed, 'credit', a.referrals_credit, 'pending', a.referrals_pending,
  'total', a.referrals_total)`;

/** A statement, because the bench measures it. */
export const VIEW_PROFILE = query<ProfileRow>(
  'profile.me.view',
  `WITH ${ANY_CALLER} SELECT ${PROFILE.columns({ referrals: REFERRALS })}
   FROM caller JOIN users u ON u.id = caller.user_id JOIN accounts a ON a.id = u.account_id`,
);
