import { randomBytes } from 'node:crypto';
import { SETTINGS, type Settings } from '../shared/config/settings.js';
import { Invalid } from '../shared/errors/errors.js';
import { UsageError, type AdminCommand } from './command.js';
import { withApp } from './with-app.js';

export const CREATE_ACCOUNT: AdminCommand = {
  name: 'create-account',
  summary: 'make an account with its first user and a token',
  help: `Makes an account, its first, unrestricted user, and a personal token with all scopes, as sign-up does by the Platform API.

--username NAME    the user's name
--email ADDRESS    the user's address, and the account's
--company NAME     empty unless it is given

Prints the account's id, the user's name, the password and the token. Neither can be read again.`,
  options: { username: { type: 'string' }, email: { type: 'string' }, company: { type: 'string' } },
  run: ({ username, email, company = '' }) => {
    if (!username || !email) throw new UsageError('--username NAME and --email ADDRESS are required');
    const password = randomBytes(16).toString('base64url');
    return withApp(async (app) => {
      const { AccountsService } = await import('../platform/accounts/accounts.service.js');
      const { CreateAccountRequest } = await import('../platform/accounts/account.requests.js');
      const { checkedRequest } = await import('../shared/validation/checked-request.js');
      const body = { company, email, user: { username, email, password } };
      try {
        const request = checkedRequest(CreateAccountRequest, body, app.get<Settings>(SETTINGS));
        const { id, user, token } = await app.get(AccountsService).create(request);
        return { account_id: id, username: user.username, password, token };
      } catch (error) {
        throw error instanceof Invalid ? wrongOption(error) : error;
      }
    });
  },
};

/** The request's fields have the names of the options; an address is in two of them. */
function wrongOption({ faults }: Invalid): UsageError {
  const reasons = faults.map(({ field, reason }) => `--${field.split('.').at(-1)}: ${reason}`);
  return new UsageError([...new Set(reasons)].join(' '));
}
