import { csrfField } from './form.js';
import { html, type Html } from './html.js';
import { page, type PageFrame } from './page.js';
import { describeScope, type ScopeDescription } from './scope-descriptions.js';

interface ConsentPage {
  readonly clientLabel: string;
  readonly website?: string;
  /** The destination after the consent, in terms that the user knows. */
  readonly returnsTo: string;
  readonly scopes: readonly string[];
  readonly username: string;
  readonly csrf: string;
}

/** Asks for consent and describes what the application will be able to do (D-149). */
export function consentPage(frame: PageFrame, consent: ConsentPage): string {
  const { clientLabel, csrf } = consent;
  return page(
    frame,
    `Allow ${clientLabel}`,
    html`<div class="initial" aria-hidden="true">${[...clientLabel.trim()][0]?.toUpperCase() ?? '?'}</div>
      <h1>Allow <bdi>${clientLabel}</bdi> to use your account?</h1>
      ${website(consent.website)}
      <form method="post" class="who">
        ${csrfField(csrf)}
        <input type="hidden" name="step" value="restart" />
        <span>Signed in as <strong>${consent.username}</strong></span>
        <button class="text" type="submit">Not you?</button>
      </form>
      ${
        consent.scopes.includes('*')
          ? html`<p class="alert warn">
              This application asks for full access. Allow it only if you trust it completely.
            </p>`
          : ''
      }
      <h2 id="scopes">It will be able to</h2>
      <ul class="scopes" aria-labelledby="scopes">
        ${consent.scopes.map(describeScope).map(scopeItem)}
      </ul>
      <p class="return">
        You will return to <strong>${consent.returnsTo}</strong>. You can end this access at any time at
        <strong>/login/access</strong>.
      </p>
      <form method="post">
        ${csrfField(csrf)}
        <input type="hidden" name="step" value="consent" />
        <div class="actions">
          <button type="submit" name="answer" value="allow">Allow</button>
          <button type="submit" name="answer" value="deny" class="second">Deny</button>
        </div>
      </form>`,
  );
}

const ACCESS: Readonly<Record<ScopeDescription['access'], string>> = {
  read: 'View',
  write: 'View and change',
  everything: 'Full access',
};

function scopeItem({ title, text, access }: ScopeDescription): Html {
  return html`<li>
    <span class="tag ${access}">${ACCESS[access]}</span><strong>${title}</strong>
    <p>${text}</p>
  </li>`;
}

function website(address: string | undefined): Html | string {
  return address && /^https?:\/\//i.test(address)
    ? html`<p class="lead"><a href="${address}" rel="noopener noreferrer" target="_blank">${address}</a></p>`
    : '';
}
