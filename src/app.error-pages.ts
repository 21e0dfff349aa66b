import type { INestApplication } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import type { Settings } from './shared/config/settings.js';
import { CATALOGUE, SECTIONS, type Code } from './shared/errors/catalogue.js';
import { MethodNotAllowed, NotFound } from './shared/errors/errors.js';
import { setResponseHeaders } from './shared/http/response/response-headers.js';
import { html, type Html } from './auth/pages/html.js';
import { pageHeaders } from './auth/pages/page.headers.js';
import { page } from './auth/pages/page.js';

const PATH = '/docs/errors';

/**
 * Serves a page for each code of the catalogue, and an index (D-234). The `type` of a problem is
 * the address of its page.
 */
export function serveErrorPages(app: INestApplication, { serviceName }: Settings): void {
  const show = (title: string, content: Html) => page({ serviceName }, title, content);
  const index = show('Refusals', indexContent());
  const codes = Object.keys(CATALOGUE) as Code[];
  const pages = new Map(codes.map((code) => [`/${code}`, show(CATALOGUE[code].title, codeContent(code))]));
  app.use(PATH, (request: Request, response: Response, next: NextFunction) => {
    const found = request.path === '/' ? index : pages.get(request.path);
    if (found === undefined) next(new NotFound());
    else if (request.method !== 'GET' && request.method !== 'HEAD')
      next(new MethodNotAllowed(['GET', 'HEAD']));
    else send(request, response, found);
  });
}

function send(request: Request, response: Response, content: string): void {
  setResponseHeaders(request, response);
  response.set(pageHeaders());
  response.send(content);
}

function indexContent(): Html {
  const sections = Object.entries(SECTIONS).map(
    ([name, entries]) =>
      html`<h2>${name}</h2>
        <ul class="scopes">
          ${Object.entries(entries).map(
            ([code, { title }]) =>
              html`<li>
                <a href="${PATH}/${code}"><code>${code}</code></a>
                <p>${title}</p>
              </li>`,
          )}
        </ul>`,
  );
  return html`<h1>Refusals</h1>
    <p class="lead">
      Why the service refuses a request, and how to mend it. The code stands in the <code>type</code> and in
      the <code>errors</code> of an answer to <code>Accept: application/problem+json</code>.
    </p>
    ${sections}`;
}

function codeContent(code: Code): Html {
  const { reason, title, explanation, remedy } = CATALOGUE[code];
  return html`<h1>${title}</h1>
    <p class="lead">The service says: “${reason}”</p>
    <h2>Why</h2>
    <p>${withNames(explanation)}</p>
    <h2>How to mend it</h2>
    <p>${withNames(remedy)}</p>
    <p class="return">Code <code>${code}</code> · <a href="${PATH}">all refusals</a></p>`;
}

/** Formats the names between backticks as code. */
function withNames(text: string): Html[] {
  return text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
}
