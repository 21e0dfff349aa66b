/** Whether the stored scopes include the needed one. */
export function covers(held, needed) {
  if (held === '*') return true;
  const names = held.split(' ');
  return names.includes(needed) || names.includes(needed.replace(/:read_only$/, ':read_write'));
}

/** The columns of a credential. Each bare statement starts with them, in this order. */
export const CREDENTIAL = 't.scopes, t.expiry, a.euuid, u.restricted';
export const CREDENTIAL_FROM = `tokens t JOIN users u ON u.id = t.user_id JOIN accounts a ON a.id = u.account_id`;

/**
 * The caller of a row that starts with a credential; a refusal when the credential has expired or
 * lacks the scope.
 */
export function callerOf(row, scope) {
  if (!row || (row[1] !== null && new Date(row[1]).getTime() <= Date.now())) {
    return { refusal: { status: 401, faults: [{ field: '', reason: 'Invalid Token' }] } };
  }
  const caller = { scopes: row[0], euuid: row[2] };
  if (!scope || covers(caller.scopes, scope)) return { caller };
  const reason = 'Your OAuth token is not authorized to use this endpoint.';
  return { refusal: { status: 403, caller, faults: [{ field: '', reason }] } };
}

export function refused(caller, status, reason, field = '') {
  return { status, caller, faults: [{ field, reason }] };
}
