import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import type { NextFunction, Request, Response } from 'express';
import { GRANTS_SCHEMAS } from './access/grants/grants.document.js';
import { SCOPES, WILDCARD } from './access/scope.rules.js';
import { describeScope } from './auth/pages/scope-descriptions.js';
import type { Settings } from './shared/config/settings.js';
import { MethodNotAllowed, NotFound } from './shared/errors/errors.js';
import { documentConditions } from './shared/http/conditions/conditions.document.js';
import { REFUSAL_SCHEMAS } from './shared/http/response/error-body.document.js';
import { setResponseHeaders } from './shared/http/response/response-headers.js';
import { describeAlteredFields } from './shared/openapi/altered-fields.document.js';
import { describeResponseHeaders } from './shared/openapi/response-headers.document.js';

const BEARER = { type: 'http', scheme: 'bearer', bearerFormat: 'opaque' } as const;

/** Builds the OpenAPI document from the endpoint table, the request classes and the views. */
export function createDocument(
  app: INestApplication,
  { publicUrl, serviceName, axfrSourceIps, notifySourceIps, nameservers }: Settings,
): OpenAPIObject {
  const sources =
    axfrSourceIps.length > 0 ? axfrSourceIps.join(', ') : 'the addresses of the host of this service';
  const notifiers =
    notifySourceIps.length > 0 ? notifySourceIps.join(', ') : 'the primary nameserver of the provider';
  const builder = new DocumentBuilder()
    .setTitle(serviceName)
    .setDescription(
      `VPCs, profile, DNS domains and images of a cloud account. Nameservers to delegate domains to: ${nameservers.join(', ')}. Zone transfers come from: ${sources}. NOTIFY to the addresses in axfr_ips comes from: ${notifiers}.`,
    )
    .setVersion('4.176.0')
    .addServer(publicUrl)
    .addBearerAuth({ ...BEARER, description: 'A personal access token.' }, 'personalAccessToken')
    .addOAuth2(
      { type: 'oauth2', description: 'An access token of an OAuth client.', flows: oauthFlows(publicUrl) },
      'oauth',
    )
    .addBearerAuth({ ...BEARER, description: 'The PLATFORM_TOKEN of the service.' }, 'platform');
  const document = SwaggerModule.createDocument(app, builder.build(), { autoTagControllers: false });
  document.components = {
    ...document.components,
    schemas: { ...document.components?.schemas, ...GRANTS_SCHEMAS, ...REFUSAL_SCHEMAS },
  };
  document.info.license = { name: 'All rights reserved' };
  documentConditions(document);
  describeAlteredFields(document);
  describeResponseHeaders(document);
  return document;
}

/** How OAuth clients get tokens (D-146), and every scope (D-41). */
function oauthFlows(publicUrl: string) {
  const base = new URL(publicUrl).href.replace(/\/$/, '');
  const scopes = [...SCOPES, WILDCARD].map((scope) => [scope, describeScope(scope).text]);
  return {
    authorizationCode: {
      authorizationUrl: `${base}/oauth/authorize`,
      tokenUrl: `${base}/oauth/token`,
      refreshUrl: `${base}/oauth/token`,
      scopes: Object.fromEntries(scopes) as Record<string, string>,
    },
  };
}

/**
 * Serves `/openapi.json` and the page at `/docs` (D-180). Builds the document on the first request.
 */
export function serveDocument(app: INestApplication, settings: Settings): void {
  let json: string | undefined;
  const document = () => createDocument(app, settings);
  app.use('/openapi.json', (request: Request, response: Response, next: NextFunction) => {
    if (request.path !== '/') return next(new NotFound());
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return next(new MethodNotAllowed(['GET', 'HEAD']));
    json ??= JSON.stringify(document());
    setResponseHeaders(request, response);
    response.setHeader('Content-Type', 'application/json');
    response.end(json);
  });
  app.use('/docs', (request: Request, response: Response, next: NextFunction) => {
    setResponseHeaders(request, response);
    response.setHeader('Content-Security-Policy', pagePolicy(settings));
    next();
  });
  SwaggerModule.setup('docs', app, document, { customSiteTitle: settings.serviceName });
}

/** The policy of the page: only its own scripts and styles, and requests only to the service. */
function pagePolicy({ publicUrl }: Settings): string {
  const { origin } = new URL(publicUrl);
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    `connect-src 'self' ${origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
