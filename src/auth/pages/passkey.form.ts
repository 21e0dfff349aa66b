import { csrfField } from './form.js';
import { html, type Html } from './html.js';
import { PASSKEY_SCRIPT } from './passkey.script.js';

export interface PasskeyForm {
  readonly csrf: string;
  readonly step: string;
  /** What `navigator.credentials` of the browser is asked to do, and its options. */
  readonly ask: 'create' | 'get';
  readonly options: object;
  readonly button: string;
  /** What the page says when the browser, or its user, does not do it. */
  readonly failed: string;
  /** Further values that the form carries. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Whether the page has a more usual way, so that the button stands back. */
  readonly isSecond?: boolean;
}

/** A button that uses a passkey. Browsers that know none, and those without scripts, don't show it. */
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
