import type Provider from 'oidc-provider';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { ServiceError } from '../../shared/errors/errors.js';
import type { FailureLog } from '../failure-log.js';
import type { OAuthRefusal, RequestWrites } from './request-writes.js';
import { errorView, tokenPairView, unavailableView } from './oauth.view.js';

type Token = Parameters<typeof tokenPairView>[0];

/**
 * Gives the library's token and revocation responses the format of D-151 to D-154 and D-168.
 * Commits the request's writes first: a response never describes something that is not stored.
 */
export function formatTokenResponses(provider: Provider, writes: RequestWrites, log: FailureLog): void {
  const failures = new WeakMap<object, Error>();
  const fail = (ctx: KoaContextWithOIDC, error: Error) => {
    failures.set(ctx.req, error);
    log.add(error, ctx.req);
  };
  provider.on('server_error', fail);
  provider.use(async (ctx, next) => {
    if (ctx.method !== 'POST') return next();
    const collected = await writes.collect(next);
    if (!failures.has(ctx.req)) {
      try {
        const refusal = await writes.commit(collected);
        if (refusal) refuse(ctx as KoaContextWithOIDC, refusal);
      } catch (error) {
        fail(ctx as KoaContextWithOIDC, error as Error);
      }
    }
    ctx.remove('Pragma');
    if (failures.has(ctx.req)) answerFailure(ctx as KoaContextWithOIDC, failures.get(ctx.req)!);
    else if (ctx.status === 200) ctx.body = isToken(ctx.body) ? tokenPairView(ctx.body) : {};
    else answerError(ctx as KoaContextWithOIDC);
    // Some clients compare the exact value (D-19).
    ctx.res.setHeader('Content-Type', 'application/json');
  });
}

function refuse(ctx: KoaContextWithOIDC, { statusCode, error, error_description }: OAuthRefusal): void {
  ctx.status = statusCode;
  ctx.body = { error, error_description };
}

function answerFailure(ctx: KoaContextWithOIDC, failure: Error): void {
  if (!(failure instanceof ServiceError)) {
    ctx.status = 500;
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
