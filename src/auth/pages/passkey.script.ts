import { createHash } from 'node:crypto';
import { Html } from './html.js';

/**
 * Shows the form before the script where the browser supports passkeys, removes the notice above it
 * elsewhere, and fills the form with the authenticator's response. A further press does nothing
 * until the browser has cancelled or left the page. Pages have no other script, and everything else
 * works without one.
 */
const SCRIPT = `
{
  const form = document.currentScript.previousElementSibling;
  const known = window.PublicKeyCredential;
  if (known && known.parseRequestOptionsFromJSON && known.prototype.toJSON) {
    const answer = form.elements.namedItem('credential');
    const fault = form.querySelector('.fault');
    const ask = () => {
      const options = JSON.parse(form.dataset.options);
      return form.dataset.passkey === 'create'
        ? navigator.credentials.create({ publicKey: known.parseCreationOptionsFromJSON(options) })
        : navigator.credentials.get({ publicKey: known.parseRequestOptionsFromJSON(options) });
    };
    let asking = false;
    form.hidden = false;
    document.querySelectorAll('.without-passkeys').forEach((each) => each.remove());
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      if (asking) return;
      asking = true;
      fault.hidden = true;
      try {
        answer.value = JSON.stringify(await ask());
        form.submit();
      } catch {
        fault.hidden = false;
        asking = false;
      }
    });
    addEventListener('pagehide', () => (asking = false));
  }
}
`;

/** The CSP source that allows exactly this script. */
export const SCRIPT_SOURCE = `'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'`;

// Must equal byte by byte the text that SCRIPT_SOURCE is the digest of.
export const PASSKEY_SCRIPT = new Html(`<script>${SCRIPT}</script>`);
