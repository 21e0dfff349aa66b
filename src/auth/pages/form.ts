import { html, type Html } from './html.js';

/** The hidden field that carries the CSRF token. */
export function csrfField(token: string): Html {
  return html`<input type="hidden" name="csrf" value="${token}" />`;
}

/** Tells password managers whose password the form asks for. Hidden: users know it. */
export function ownUsername(username: string): Html {
  return html`<input
    type="text"
    name="username"
    value="${username}"
    autocomplete="username"
    readonly
    hidden
  />`;
}

/**
 * A labelled input. Its fault stands below it. The field then has the focus, so that the page shows
 * it, and screen readers read it with its fault.
 */
export function field(input: FieldInput): Html {
  const notes = [input.hint && `${input.name}-hint`, input.fault && `${input.name}-fault`]
    .filter(Boolean)
    .join(' ');
  return html`<div class="field">
    <label for="${input.name}">${input.label}</label>
    <input
      id="${input.name}"
      name="${input.name}"
      type="${input.type}"
      value="${input.value ?? ''}"
      required
      autocomplete="${input.autocomplete}"
      autocapitalize="none"
      autocorrect="off"
      spellcheck="false"
      ${described(notes)}${
        input.fault ? html` aria-invalid="true"` : ''
      }${input.focus || input.fault ? html` autofocus` : ''}${input.code ? html` class="code"` : ''}
    />
    ${input.hint ? html`<p class="hint" id="${input.name}-hint">${input.hint}</p>` : ''}
    ${input.fault ? html`<p class="fault" id="${input.name}-fault" role="alert">${input.fault}</p>` : ''}
  </div>`;
}

interface FieldInput {
  readonly name: string;
  readonly label: string;
  readonly type: 'text' | 'password';
  readonly autocomplete: string;
  readonly value?: string;
  readonly hint?: string;
  readonly fault?: string;
  readonly focus?: boolean;
  readonly code?: boolean;
}

function described(notes: string): Html | string {
  return notes ? html` aria-describedby="${notes}"` : '';
}
