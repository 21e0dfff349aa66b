import { Router, type Request, type Response } from 'express';
import { errors } from 'oidc-provider';
import { Invalid, ServiceError, TooMany } from '../../shared/errors/errors.js';
import type { AuthorizationHandlers } from './authorization.handlers.js';
import type { LoginPageHandlers } from './login-page.handlers.js';
import type { OAuthHandlers } from './oauth.handlers.js';
import type { Pages } from './pages.js';
import { METADATA_PATH } from './signin.routes.js';

export interface SignInHandlers {
  readonly oauth: OAuthHandlers;
  readonly authorization: AuthorizationHandlers;
  readonly login: LoginPageHandlers;
  readonly pages: Pages;
  readonly log: (error: unknown, request: Request) => void;
}

type Handler = (request: Request, response: Response) => Promise<void> | void;

/** The addresses of D-146. They are no part of the API: forms and pages, not the endpoint table's JSON. */
export function signInRouter({ oauth, authorization, login, pages, log }: SignInHandlers): Router {
  const router = Router({ caseSensitive: true });
  const toPage = (handler: Handler) => async (request: Request, response: Response) => {
    try {
      await handler(request, response);
    } catch (error) {
      if (!(error instanceof TooMany || error instanceof errors.OIDCProviderError)) log(error, request);
      sendFailure(pages, response, error);
    }
  };
  router.get(METADATA_PATH, (request, response) => oauth.metadata(request, response));
  router.post('/oauth/token', (request, response) => oauth.form(request, response));
  router.post('/oauth/revoke', (request, response) => oauth.form(request, response));
  const authorize = toPage((request, response) => oauth.authorize(request, response));
  router.get('/oauth/authorize', authorize);
  router.get('/oauth/authorize/:uid', authorize);
  router.get(
    '/login',
    toPage((request, response) => login.show(request, response)),
  );
  router.post(
    '/login',
    toPage((request, response) => login.take(request, response)),
  );
  router.get(
    '/login/:uid',
    toPage((request, response) => authorization.show(request, response)),
  );
  router.post(
    '/login/:uid',
    toPage((request, response) => authorization.take(request, response)),
  );
  router.get(
    '/logout',
    toPage((request, response) => login.askToLeave(request, response)),
  );
  router.post(
    '/logout',
    toPage((request, response) => login.leave(request, response)),
  );
  return router;
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
