import { html, Html } from './html.js';
import { STYLE } from './page.style.js';

/** The values that every page shows. */
export interface PageFrame {
  readonly serviceName: string;
  /** The page that the browser loads next, without a click. */
  readonly refreshTo?: string;
}

/** A complete page. It needs no other file, and a script only for passkeys. */
export function page({ serviceName, refreshTo }: PageFrame, title: string, content: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="referrer" content="no-referrer" />
        ${refreshTo !== undefined && html`<meta http-equiv="refresh" content="0;url=${refreshTo}" />`}
        <title>${title} · ${serviceName}</title>
        <link rel="icon" href="data:," />
        ${STYLE_ELEMENT}
      </head>
      <body>
        <main>
          <p class="brand">${MARK}<span>${serviceName}</span></p>
          ${content}
        </main>
      </body>
    </html> `.toString();
}

// Must equal byte by byte the text that STYLE_SOURCE is the digest of.
const STYLE_ELEMENT = new Html(`<style>${STYLE}</style>`);

const MARK = html`<svg viewBox="0 0 28 28" aria-hidden="true" focusable="false">
  <rect width="28" height="28" rx="8" fill="currentColor" opacity=".16" />
  <path
    fill="currentColor"
    d="M9.4 20.5a4.4 4.4 0 0 1-.6-8.76 5.6 5.6 0 0 1 10.7-.62 4.75 4.75 0 0 1-.55 9.38z"
  />
</svg>`;
