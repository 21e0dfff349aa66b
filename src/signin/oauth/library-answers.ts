import type { IncomingMessage } from 'node:http';
import type Provider from 'oidc-provider';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { ServiceError } from '../../shared/errors/errors.js';
import { errorView, tokenView, unavailableView } from './wire-forms.js';

type Token = Parameters<typeof tokenView>[0];

/** Puts the library's answers to token and revocation requests into the forms of D-151 to D-154 and D-168. */
export function shapeAnswers(
  provider: Provider,
  log: (error: Error, request: IncomingMessage) => void,
): void {
  const failures = new WeakMap<object, Error>();
  provider.on('server_error', (ctx: KoaContextWithOIDC, error: Error) => {
    failures.set(ctx.req, error);
    log(error, ctx.req);
  });
  provider.use(async (ctx, next) => {
    await next();
    if (ctx.method !== 'POST') return;
    ctx.remove('Pragma');
    if (failures.has(ctx.req)) answerFailure(ctx as KoaContextWithOIDC, failures.get(ctx.req)!);
    else if (ctx.status === 200) ctx.body = isToken(ctx.body) ? tokenView(ctx.body) : {};
    else answerError(ctx as KoaContextWithOIDC);
    // Clients compare it (D-19).
    ctx.res.setHeader('Content-Type', 'application/json');
  });
}

function answerFailure(ctx: KoaContextWithOIDC, failure: Error): void {
  if (!(failure instanceof ServiceError)) {
    ctx.body = errorView('server_error', 'An unexpected error occurred. Please try again later.');
    return;
  }
  const { status, retryAfterSeconds, body } = unavailableView(failure);
  ctx.status = status;
  ctx.set('Retry-After', String(retryAfterSeconds));
  ctx.body = body;
}

function answerError(ctx: KoaContextWithOIDC): void {
  const { error = 'invalid_request', error_description: description = error } = ctx.body as Record<
    string,
    string
  >;
  ctx.body = errorView(error, description, ctx.oidc.params?.grant_type as string | undefined);
}

function isToken(body: unknown): body is Token {
  return typeof body === 'object' && body !== null && 'access_token' in body;
}
