import { csrfField, field } from './form.js';
import { html } from './html.js';
import { page, type PageFrame } from './page.js';

export interface TwoFactorPage {
  readonly username: string;
  readonly csrf: string;
  readonly fault?: string;
}

/** Asks for the two-factor code or the scratch code (D-148). */
export function twoFactorPage(frame: PageFrame, { username, csrf, fault }: TwoFactorPage): string {
  return page(
    frame,
    'Two-factor code',
    html`<h1>Two-factor code</h1>
      <p class="lead">Signing in as <strong>${username}</strong></p>
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
      <form method="post">
        ${csrfField(csrf)}
        <input type="hidden" name="step" value="restart" />
        <p class="return"><button class="text" type="submit">Sign in as someone else</button></p>
      </form>`,
  );
}
