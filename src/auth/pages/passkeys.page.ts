import { dayOf } from '../../shared/time/date-time.js';
import { csrfField, field, ownUsername } from './form.js';
import { html, type Html } from './html.js';
import { page, type PageFrame } from './page.js';
import { passkeyForm } from './passkey.form.js';

export interface ShownPasskey {
  readonly id: number;
  readonly name: string;
  readonly created: Date;
  readonly lastUsed: Date | null;
}

export interface PasskeysPage {
  readonly username: string;
  readonly csrf: string;
  readonly passkeys: readonly ShownPasskey[];
  /** The maximum number of passkeys of a user. */
  readonly max: number;
  readonly name?: string;
  readonly nameFault?: string;
  readonly currentFault?: string;
  /** Why no passkey was added. */
  readonly fault?: string;
}

/**
 * Shows a user their passkeys, each with buttons that rename and remove it, and a form that begins
 * to add one.
 */
export function passkeysPage(frame: PageFrame, shown: PasskeysPage): string {
  const { username, csrf, passkeys, max } = shown;
  return page(
    frame,
    'Passkeys',
    html`<h1>Passkeys</h1>
      <p class="lead">Signed in as <strong>${username}</strong></p>
      ${shown.fault !== undefined && html`<p class="alert bad" role="alert">${shown.fault}</p>`}
      <p>
        A passkey signs you in with your fingerprint, your face or the PIN of your device, without password
        and two-factor code.
      </p>
      ${
        passkeys.length > 0 &&
        html`<h2 id="passkeys">Your passkeys</h2>
          <ul class="scopes" aria-labelledby="passkeys">
            ${passkeys.map((passkey) => passkeyItem(passkey, csrf))}
          </ul>`
      }
      <h2>Add a passkey</h2>
      ${passkeys.length < max ? addForm(shown) : html`<p>You have ${max} passkeys, the most that you may have. Remove one first.</p>`}
      <p class="return"><a href="/login/security">Logins and password</a></p>`,
  );
}

/** Lets the browser create a passkey. */
export function createPasskeyPage(
  frame: PageFrame,
  { csrf, name, options }: { readonly csrf: string; readonly name: string; readonly options: object },
): string {
  return page(
    frame,
    'Create your passkey',
    html`<h1>Create your passkey</h1>
      <p class="lead">Your browser shows where it can keep <strong>${name}</strong>.</p>
      <p class="alert warn without-passkeys">
        This browser can’t create passkeys. Use a browser with scripts allowed, at the address that this
        service is known by.
      </p>
      ${passkeyForm({
        csrf,
        step: 'create',
        ask: 'create',
        options,
        fields: { name },
        button: 'Create passkey',
        failed: 'No passkey was created. This device may already have one of yours. Try again, or go back.',
      })}
      <p class="return"><a href="/login/passkeys">Back to your passkeys</a></p>`,
  );
}

interface RenamePasskeyPage {
  readonly csrf: string;
  readonly id: number;
  readonly name: string;
  readonly fault?: string | undefined;
}

export function renamePasskeyPage(frame: PageFrame, { csrf, id, name, fault }: RenamePasskeyPage): string {
  return page(
    frame,
    'Rename your passkey',
    html`<h1>Rename your passkey</h1>
      <form method="post">
        ${csrfField(csrf)}
        <input type="hidden" name="step" value="rename" />
        <input type="hidden" name="passkey" value="${id}" />
        ${field({ name: 'name', label: 'Name', type: 'text', autocomplete: 'off', value: name, fault, focus: true })}
        <div class="actions"><button type="submit">Save</button></div>
      </form>
      <p class="return"><a href="/login/passkeys">Back to your passkeys</a></p>`,
  );
}

function addForm({ username, csrf, name, nameFault, currentFault }: PasskeysPage): Html {
  return html`<form method="post">
    ${csrfField(csrf)}
    <input type="hidden" name="step" value="add" />
    ${ownUsername(username)}
    ${field({ name: 'name', label: 'Name', type: 'text', autocomplete: 'off', value: name, hint: 'So that you recognise it: “Phone”, “Blue key”.', fault: nameFault })}
    ${field({ name: 'current', label: 'Current password', type: 'password', autocomplete: 'current-password', fault: currentFault })}
    <div class="actions"><button type="submit">Continue</button></div>
  </form>`;
}

function passkeyItem({ id, name, created, lastUsed }: ShownPasskey, csrf: string): Html {
  return html`<li>
    <strong>${name}</strong>
    <p>Added ${dayOf(created)}, ${lastUsed ? `last used ${dayOf(lastUsed)}` : 'not used yet'}</p>
    <form method="post">
      ${csrfField(csrf)}
      <input type="hidden" name="passkey" value="${id}" />
      <button class="text" type="submit" name="step" value="edit" aria-label="Rename the passkey ${name}">
        Rename
      </button>
      <button class="text" type="submit" name="step" value="remove" aria-label="Remove the passkey ${name}">
        Remove
      </button>
    </form>
  </li>`;
}
