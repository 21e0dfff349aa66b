import type { ListedLogin } from '../login/account-security.service.js';
import { csrfField, field, ownUsername } from './form.js';
import { html, type Html } from './html.js';
import { page, type PageFrame } from './page.js';

export interface SecurityPage {
  readonly username: string;
  readonly csrf: string;
  readonly logins: readonly ListedLogin[];
  readonly currentFault?: string;
  readonly passwordFault?: string;
}

/**
 * Shows a user their logins, each with a button that ends it, and a form that changes the password.
 */
export function securityPage(frame: PageFrame, { username, csrf, logins, ...faults }: SecurityPage): string {
  return page(
    frame,
    'Sign-in and security',
    html`<h1>Sign-in and security</h1>
      <p class="lead">Signed in as <strong>${username}</strong></p>
      <h2 id="logins">Your logins</h2>
      <ul class="scopes" aria-labelledby="logins">
        ${logins.map((login) => loginItem(login, csrf))}
      </ul>
      ${logins.length > 1 && endOthers(csrf)}
      <h2>Change your password</h2>
      <form method="post">
        ${csrfField(csrf)}
        <input type="hidden" name="step" value="password" />
        ${ownUsername(username)}
        ${field({ name: 'current', label: 'Current password', type: 'password', autocomplete: 'current-password', fault: faults.currentFault })}
        ${field({ name: 'password', label: 'New password', type: 'password', autocomplete: 'new-password', hint: 'It signs you out everywhere, ends the access of applications, and removes your passkeys.', fault: faults.passwordFault })}
        <div class="actions"><button type="submit">Change password</button></div>
      </form>
      <p class="return">
        <a href="/login/access">Applications and tokens</a> · <a href="/login/passkeys">Passkeys</a> ·
        <a href="/logout">Sign out</a>
      </p>`,
  );
}

function loginItem({ id, created, userAgent, address, isCurrent }: ListedLogin, csrf: string): Html {
  const since = `${created.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return html`<li>
    <strong>${userAgent || 'Unknown browser'}</strong>
    <p>Since ${since}${address && ` from ${address}`}</p>
    ${
      isCurrent
        ? html`<p>This browser</p>`
        : html`<form method="post">
            ${csrfField(csrf)}
            <input type="hidden" name="step" value="end" />
            <input type="hidden" name="login" value="${id}" />
            <button class="text" type="submit" aria-label="End the login since ${since}">End</button>
          </form>`
    }
  </li>`;
}

function endOthers(csrf: string): Html {
  return html`<form method="post">
    ${csrfField(csrf)}
    <input type="hidden" name="step" value="end" />
    <p class="return"><button class="text" type="submit">End all others</button></p>
  </form>`;
}
