import type { Configuration } from 'oidc-provider';
import { ServiceError } from '../../shared/errors/errors.js';
import type { Pages } from './pages.js';

const TEXTS: Readonly<Record<string, string>> = {
  invalid_client: 'The application that sent you here isn’t known.',
  invalid_redirect_uri: 'The application asked to return to an address that isn’t registered for it.',
};

/**
 * Renders the page for an authorization request that must not be answered by a redirect (D-147).
 */
export function authorizeError(pages: Pages): NonNullable<Configuration['renderError']> {
  return (ctx, { error, error_description: description }, cause) => {
    const failed = error === 'server_error';
    if (failed) ctx.status = cause instanceof ServiceError ? 503 : 500;
    if (ctx.status === 503) ctx.set('Retry-After', '2');
    const title = failed ? 'Not available right now' : 'This request can’t be carried out';
    const text = failed ? 'Please try again in a moment.' : (TEXTS[error] ?? sentence(description ?? error));
    ctx.body = pages.error(title, { text });
    ctx.set(pages.headers);
  };
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
