import { Router, type Request, type Response } from 'express';
import { errors } from 'oidc-provider';
import { Invalid, ServiceError, TooMany } from '../../shared/errors/errors.js';
import { clientAddress } from '../../shared/http/request/client-address.js';
import type { SignInLimit } from '../../shared/limits/sign-in-limit.js';
import type { AuthorizationHandlers } from './authorization.handlers.js';
import type { LoginPageHandlers } from './login-page.handlers.js';
import type { OAuthHandlers } from './oauth.handlers.js';
import type { PasskeyHandlers } from './passkey.handlers.js';
import type { SecurityHandlers } from './security.handlers.js';
import type { Pages } from './pages.js';
import { METADATA_PATH } from './sign-in.routes.js';

export interface SignInHandlers {
  readonly oauth: OAuthHandlers;
  readonly authorization: AuthorizationHandlers;
  readonly login: LoginPageHandlers;
  readonly security: SecurityHandlers;
  readonly passkeys: PasskeyHandlers;
  readonly pages: Pages;
  readonly limit: SignInLimit;
  readonly log: (error: unknown, request: Request) => void;
}

type Handler = (request: Request, response: Response) => Promise<void> | void;

/** Routes the addresses of D-146. They serve forms and pages, so the API's endpoint table does not list them. */
export function signInRouter(handlers: SignInHandlers): Router {
  const { oauth, limit } = handlers;
  const router = Router({ caseSensitive: true });
  router.get(METADATA_PATH, (request, response) => oauth.metadata(request, response));
  router.post('/oauth/token', (request, response) => oauth.form(request, response, limit));
  router.post('/oauth/revoke', (request, response) => oauth.form(request, response, limit));
  for (const [method, path, handler] of pageHandlers(handlers))
    router[method](path, toPage(handlers, handler));
  return router;
}

function pageHandlers(handlers: SignInHandlers): ['get' | 'post', string, Handler][] {
  const { oauth, authorization, login, security, passkeys } = handlers;
  return [
    ['get', '/oauth/authorize', (...visit) => oauth.authorize(...visit)],
    ['get', '/oauth/authorize/:uid', (...visit) => oauth.authorize(...visit)],
    ['get', '/login', (...visit) => login.show(...visit)],
    ['post', '/login', (...visit) => login.submit(...visit)],
    ['get', '/login/security', (...visit) => security.show(...visit)],
    ['post', '/login/security', (...visit) => security.submit(...visit)],
    ['get', '/login/passkeys', (...visit) => passkeys.show(...visit)],
    ['post', '/login/passkeys', (...visit) => passkeys.submit(...visit)],
    ['get', '/login/:uid', (...visit) => authorization.show(...visit)],
    ['post', '/login/:uid', (...visit) => authorization.submit(...visit)],
    ['get', '/logout', (...visit) => login.showLogout(...visit)],
    ['post', '/logout', (...visit) => login.logOut(...visit)],
  ];
}

/** Answers every failure with a page. */
function toPage({ pages, limit, log }: SignInHandlers, handler: Handler): Handler {
  return async (request, response) => {
    try {
      const address = clientAddress(request);
      const answer = async () => {
        await limit.count(address);
        await handler(request, response);
      };
      // A form waits for its client's bytes and for the turn of its password.
      await (request.method === 'POST' ? answer() : limit.inTurn(address, answer));
    } catch (error) {
      if (!isRefusal(error)) log(error, request);
      sendFailure(pages, response, error);
    }
  };
}

/** Faults of the caller are not logged, because anyone could fill the log with them. */
function isRefusal(error: unknown): boolean {
  return error instanceof TooMany || error instanceof Invalid || error instanceof errors.OIDCProviderError;
}

function sendFailure(pages: Pages, response: Response, error: unknown): void {
  if (response.headersSent) {
    response.destroy();
  } else if (error instanceof TooMany) {
    response.set('Retry-After', String(error.retryAfterSeconds));
    const minutes = Math.ceil(error.retryAfterSeconds / 60);
    const wait = `Try again in ${minutes} minute${minutes === 1 ? '' : 's'}.`;
    pages.sendError(response, 429, 'Too many attempts', wait);
  } else if (error instanceof errors.OIDCProviderError) {
    pages.sendError(
      response,
      400,
      'This page has expired',
      'Go back to the application and start again from there.',
    );
  } else if (error instanceof Invalid) {
    pages.sendError(response, 400, 'This request can’t be carried out', error.message);
  } else if (error instanceof ServiceError) {
    response.set('Retry-After', '2');
    pages.sendError(response, 503, 'Not available right now', 'Please try again in a moment.');
  } else {
    pages.sendError(response, 500, 'Something went wrong', 'Please try again later.');
  }
}
