import { Router, type NextFunction, type Request, type Response } from 'express';
import { errors } from 'oidc-provider';
import { MethodNotAllowed, ServiceError, TooMany } from '../../shared/errors/errors.js';
import { setResponseHeaders } from '../../shared/http/response-headers.js';
import type { AuthorizationHandlers } from './authorization.handlers.js';
import type { LoginPageHandlers } from './login-page.handlers.js';
import type { OAuthHandlers } from './oauth.handlers.js';
import type { Pages } from './pages.js';

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
  const toPage = (handler: Handler) => (request: Request, response: Response) =>
    Promise.resolve(handler(request, response)).catch((error: unknown) => {
      if (!(error instanceof ServiceError || error instanceof errors.OIDCProviderError)) log(error, request);
      sendFailure(pages, response, error);
    });
  const pageAt = (path: string, show: Handler, take?: Handler) => {
    router.get(path, toPage(show));
    if (take) router.post(path, toPage(take));
    router.all(path, refuseMethod(take ? ['GET', 'HEAD', 'POST', 'OPTIONS'] : ['GET', 'HEAD', 'OPTIONS']));
  };
  const formAt = (path: string) => {
    router.post(path, (request, response) => oauth.form(request, response));
    router.all(path, refuseMethod(['POST', 'OPTIONS']));
  };

  router.get(METADATA, (request, response) => oauth.metadata(request, response));
  router.all(METADATA, refuseMethod(['GET', 'HEAD', 'OPTIONS']));
  formAt('/oauth/token');
  formAt('/oauth/revoke');
  pageAt('/oauth/authorize', (request, response) => oauth.authorize(request, response));
  pageAt('/oauth/authorize/:uid', (request, response) => oauth.authorize(request, response));
  pageAt(
    '/login',
    (...visit) => login.show(...visit),
    (...visit) => login.take(...visit),
  );
  pageAt(
    '/login/:uid',
    (...visit) => authorization.show(...visit),
    (...visit) => authorization.take(...visit),
  );
  pageAt(
    '/logout',
    (...visit) => login.askToLeave(...visit),
    (...visit) => login.leave(...visit),
  );
  return router;
}

const METADATA = '/.well-known/oauth-authorization-server';

function refuseMethod(allow: readonly string[]) {
  return (request: Request, response: Response, next: NextFunction): void => {
    if (request.method !== 'OPTIONS') {
      next(new MethodNotAllowed(allow));
      return;
    }
    setResponseHeaders(request, response);
    response.set('Allow', allow.join(', ')).status(200).end();
  };
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
  } else if (error instanceof ServiceError) {
    response.set('Retry-After', '2');
    pages.sendError(response, 503, 'Not available right now', 'Please try again in a moment.');
  } else {
    pages.sendError(response, 500, 'Something went wrong', 'Please try again later.');
  }
}
