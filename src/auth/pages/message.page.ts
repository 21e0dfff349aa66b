import { csrfField } from './form.js';
import { html, type Html } from './html.js';
import { page, type PageFrame } from './page.js';

/** The result of a login without an application. */
export function signedInPage(frame: PageFrame, username: string): string {
  return message(
    frame,
    'You are signed in',
    html`<p class="lead">as <strong>${username}</strong></p>
      <p>
        Go back to the application that you want to use, see your
        <a href="/login/security">logins and password</a>, your
        <a href="/login/access">applications and tokens</a> or your <a href="/login/passkeys">passkeys</a>, or
        <a href="/logout">sign out</a>.
      </p>`,
  );
}

/** Asks whether to log out (D-171). */
export function logoutPage(frame: PageFrame, csrf: string, username: string): string {
  return message(
    frame,
    'Sign out?',
    html`<p class="lead">You sign in here as <strong>${username}</strong></p>
      <p>Applications that you have allowed keep their access until you end it.</p>
      <form method="post">
        ${csrfField(csrf)}
        <div class="actions"><button type="submit">Sign out</button></div>
      </form>`,
  );
}

export function signedOutPage(frame: PageFrame): string {
  return message(
    frame,
    'You are signed out',
    html`<p class="lead">You can close this page, or <a href="/login">sign in again</a>.</p>`,
  );
}

export function passwordChangedPage(frame: PageFrame): string {
  return message(
    frame,
    'Password changed',
    html`<p class="lead">You are signed out everywhere. <a href="/login">Sign in again</a>.</p>`,
  );
}

export interface PageLink {
  readonly href: string;
  readonly text: string;
}

interface ErrorContent {
  readonly text: string;
  /** The request id, under which the log has the failure. */
  readonly reference?: string;
  readonly link?: PageLink;
}

/** The page for a request that failed. */
export function errorPage(frame: PageFrame, title: string, { text, reference, link }: ErrorContent): string {
  return message(
    frame,
    title,
    html`<p class="lead">${text}</p>
      ${link ? html`<p><a href="${link.href}">${link.text}</a></p>` : ''}
      ${reference ? html`<p class="return">Reference: <code>${reference}</code></p>` : ''}`,
  );
}

function message(frame: PageFrame, title: string, content: Html): string {
  return page(
    frame,
    title,
    html`<h1>${title}</h1>
      ${content}`,
  );
}
