import { errors, type Configuration } from 'oidc-provider';
import { ServiceError } from '../../shared/errors/errors.js';
import { errorPage } from './message.page.js';
import { pageHeaders } from './page.headers.js';
import type { PageFrame } from './page.js';
import { COOKIES_NEEDED } from './pages.js';

/** The page for an authorization request that has ended, or that another browser began. */
export const EXPIRED_REQUEST = {
  title: 'This page has expired',
  text: `Go back to the application and start again from there. ${COOKIES_NEEDED}`,
} as const;

const TEXTS: Readonly<Record<string, string>> = {
  invalid_client: 'The application that sent you here isn’t known.',
  invalid_redirect_uri: 'The application asked to return to an address that isn’t registered for it.',
};

/**
 * Renders the page for an authorization request that must not be answered by a redirect (D-147).
 */
export function authorizeError(frame: PageFrame): NonNullable<Configuration['renderError']> {
  return (ctx, { error, error_description: description }, cause) => {
    const failed = error === 'server_error';
    if (failed) ctx.status = cause instanceof ServiceError ? 503 : 500;
    if (ctx.status === 503) ctx.set('Retry-After', '2');
    const refused = TEXTS[error] ?? sentence(description ?? error);
    const { title, text } = failed
      ? { title: 'Not available right now', text: 'Please try again in a moment.' }
      : cause instanceof errors.SessionNotFound
        ? EXPIRED_REQUEST
        : { title: 'This request can’t be carried out', text: refused };
    ctx.body = errorPage(frame, title, { text });
    ctx.set(pageHeaders());
  };
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
