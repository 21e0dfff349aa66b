import { html } from './html.js';
import { page, type PageFrame } from './page.js';

/**
 * Leads the browser back to the application. The form can't redirect there itself: browsers check
 * `form-action` against every further redirect, including those of the application.
 */
export function leavingPage(frame: PageFrame, clientLabel: string, path: string): string {
  return page(
    { ...frame, refreshTo: path },
    `Back to ${clientLabel}`,
    html`<h1>Back to <bdi>${clientLabel}</bdi></h1>
      <p class="lead">You are on your way. <a href="${path}">Continue</a> if nothing happens.</p>`,
  );
}
