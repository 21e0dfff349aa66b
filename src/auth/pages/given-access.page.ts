import type { GivenAccess } from '../login/given-access.service.js';
import { csrfField } from './form.js';
import { html, type Html } from './html.js';
import { page, type PageFrame } from './page.js';
import { describeScope } from './scope-descriptions.js';

export interface GivenAccessPage {
  readonly username: string;
  readonly csrf: string;
  readonly apps: readonly GivenAccess[];
  readonly tokens: readonly GivenAccess[];
}

/**
 * Shows a user the applications and the personal tokens that act for them, each with a button that
 * ends it.
 */
export function givenAccessPage(frame: PageFrame, { username, csrf, apps, tokens }: GivenAccessPage): string {
  const item = (kind: 'app' | 'token') => (access: GivenAccess) => accessItem(kind, access, csrf);
  return page(
    frame,
    'Applications and tokens',
    html`<h1>Applications and tokens</h1>
      <p class="lead">Signed in as <strong>${username}</strong></p>
      <h2 id="apps">Applications</h2>
      ${list('apps', apps.map(item('app')), 'No application has access to your account.')}
      <h2 id="tokens">Personal tokens</h2>
      ${list('tokens', tokens.map(item('token')), 'You have no personal tokens.')}
      <p class="return">
        <a href="/login/security">Logins and password</a> · <a href="/login/passkeys">Passkeys</a>
      </p>`,
  );
}

function list(labelledBy: string, items: readonly Html[], none: string): Html {
  return items.length > 0
    ? html`<ul class="scopes" aria-labelledby="${labelledBy}">
        ${items}
      </ul>`
    : html`<p>${none}</p>`;
}

function accessItem(kind: 'app' | 'token', access: GivenAccess, csrf: string): Html {
  const { id, label, created, lastUsed, restrictions } = access;
  const name = kind === 'app' ? `the application ${label}` : `the token ${label}`;
  return html`<li>
    <strong>${label}</strong>
    <p>Since ${created.slice(0, 10)}, ${lastUsed === null ? 'not used yet' : `last used ${lastUsed}`}</p>
    ${access.scopes.map((scope) => html`<p>${describeScope(scope).text}</p>`)}
    ${restrictions.map((text) => html`<p>${text}</p>`)}
    <form method="post">
      ${csrfField(csrf)}
      <input type="hidden" name="${kind}" value="${id}" />
      <button class="text" type="submit" name="step" value="end" aria-label="End ${name}">End</button>
    </form>
  </li>`;
}
