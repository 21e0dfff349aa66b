import { command } from '../../database/statement.js';

// SKIP LOCKED, so that replicas that tidy at the same time take different rows.
export const TIDY_PENDING = command(
  'access.twoFactor.tidyPending',
  `UPDATE two_factor_secrets SET pending_secret = NULL, pending_expiry = NULL WHERE ctid = ANY (ARRAY(
     SELECT ctid FROM two_factor_secrets WHERE pending_expiry <= $1
      ORDER BY user_id LIMIT $2 FOR UPDATE SKIP LOCKED))`,
);
export const TIDY_EMPTY = command(
  'access.twoFactor.tidyEmpty',
  `DELETE FROM two_factor_secrets WHERE ctid = ANY (ARRAY(
     SELECT ctid FROM two_factor_secrets WHERE secret IS NULL AND pending_secret IS NULL
        FOR UPDATE SKIP LOCKED))`,
);
