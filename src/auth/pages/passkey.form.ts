import { csrfField } from './form.js';
import { html, type Html } from './html.js';
import { PASSKEY_SCRIPT } from './passkey.script.js';

interface PasskeyForm {
  readonly csrf: string;
  readonly step: string;
  /** The method of `navigator.credentials` to call. */
  readonly ask: 'create' | 'get';
  readonly options: object;
  readonly button: string;
  /** The text that the page shows when the browser or its user cancels. */
  readonly failed: string;
  /** Further values that the form carries. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Whether the page has a more usual way, so that this button is less prominent. */
  readonly isSecond?: boolean;
}

/** A button that uses a passkey. Hidden in browsers without passkeys or scripts. */
export function passkeyForm({ csrf, step, ask, options, fields = {}, ...form }: PasskeyForm): Html {
  return html`<form method="post" data-passkey="${ask}" data-options="${JSON.stringify(options)}" hidden>
      ${csrfField(csrf)}
      <input type="hidden" name="step" value="${step}" />
      ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
      <input type="hidden" name="credential" value="" />
      <div class="actions">
        <button type="submit" ${form.isSecond ? html` class="second"` : ''}>${form.button}</button>
      </div>
      <p class="fault" role="alert" hidden>${form.failed}</p>
    </form>
    ${PASSKEY_SCRIPT}`;
}
