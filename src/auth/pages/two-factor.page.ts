import { csrfField, field } from './form.js';
import { html, type Html } from './html.js';
import { page, type PageFrame } from './page.js';
import { passkeyForm } from './passkey.form.js';

export interface TwoFactorPage {
  readonly username: string;
  readonly csrf: string;
  readonly fault?: string;
  /** Absent for a user without passkeys. */
  readonly passkeyOptions?: object;
  /** Why a passkey was not accepted. */
  readonly passkeyFault?: string;
}

/** Asks for the two-factor code, the scratch code or a passkey (D-148, D-311). */
export function twoFactorPage(frame: PageFrame, shown: TwoFactorPage): string {
  const { username, csrf, fault, passkeyOptions, passkeyFault } = shown;
  return page(
    frame,
    'Two-factor code',
    html`<h1>Two-factor code</h1>
      <p class="lead">Signing in as <strong>${username}</strong></p>
      ${passkeyFault !== undefined && html`<p class="alert bad" role="alert">${passkeyFault}</p>`}
      <form method="post">
        ${csrfField(csrf)}
        <input type="hidden" name="step" value="code" />
        ${field({
          name: 'code',
          label: 'Code',
          type: 'text',
          autocomplete: 'one-time-code',
          hint: 'The 6 digits that your authenticator app shows now, or your scratch code.',
          fault,
          focus: true,
          code: true,
        })}
        <div class="actions"><button type="submit">Continue</button></div>
      </form>
      ${passkeyOptions && factorForm(csrf, passkeyOptions)}
      <form method="post">
        ${csrfField(csrf)}
        <input type="hidden" name="step" value="restart" />
        <p class="return"><button class="text" type="submit">Sign in as someone else</button></p>
      </form>`,
  );
}

function factorForm(csrf: string, options: object): Html {
  return passkeyForm({
    csrf,
    step: 'factor',
    ask: 'get',
    options,
    button: 'Use a passkey',
    failed: 'No passkey was used. Try again, or enter a code.',
    isSecond: true,
  });
}
