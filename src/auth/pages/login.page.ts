import { csrfField, field } from './form.js';
import { html, type Html } from './html.js';
import { page, type PageFrame } from './page.js';
import { passkeyForm } from './passkey.form.js';

export interface LoginPage {
  /** The application that the user signs in for, if there is one. */
  readonly clientLabel?: string;
  readonly csrf: string;
  readonly trustedDeviceDays: number;
  readonly passkeyOptions: object;
  readonly username?: string;
  readonly remember?: boolean;
  readonly fault?: string;
  /** Why a passkey was not accepted. */
  readonly passkeyFault?: string;
}

/** Asks for user name and password, or for a passkey (D-148, D-311). */
export function loginPage(frame: PageFrame, login: LoginPage): string {
  return page(
    frame,
    'Sign in',
    html`<h1>Sign in</h1>
      <p class="lead">
        ${
          login.clientLabel === undefined
            ? html`with your ${frame.serviceName} user`
            : html`to continue to <strong>${login.clientLabel}</strong>`
        }
      </p>
      ${login.passkeyFault !== undefined && html`<p class="alert bad" role="alert">${login.passkeyFault}</p>`}
      ${passwordForm(login)}
      ${passkeyForm({
        csrf: login.csrf,
        step: 'passkey',
        ask: 'get',
        options: login.passkeyOptions,
        button: 'Use a passkey',
        failed: 'No passkey was used. Try again, or sign in with your password.',
        isSecond: true,
      })}`,
  );
}

function passwordForm(login: LoginPage): Html {
  return html`<form method="post">
    ${csrfField(login.csrf)}
    <input type="hidden" name="step" value="password" />
    ${field({ name: 'username', label: 'Username', type: 'text', autocomplete: 'username', value: login.username, focus: login.fault === undefined })}
    ${field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password', fault: login.fault })}
    <div class="check">
      <input
        id="remember"
        name="remember"
        type="checkbox"
        value="yes"
        ${login.remember ? html` checked` : ''}
        aria-describedby="remember-hint"
      />
      <label for="remember">Remember this device</label>
      <p class="hint" id="remember-hint">
        No two-factor code is asked for here for ${login.trustedDeviceDays} days. Leave it off on a shared
        computer.
      </p>
    </div>
    <div class="actions"><button type="submit">Sign in</button></div>
  </form>`;
}
