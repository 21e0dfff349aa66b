import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import type { NextFunction, Request, Response } from 'express';
import type { Settings } from './shared/config/settings.js';
import { documentConditions } from './shared/http/conditions/conditions.document.js';
import { REFUSAL_SCHEMAS } from './shared/http/response/error-body.document.js';
import { setResponseHeaders } from './shared/http/response/response-headers.js';
import { describeAlteredFields } from './shared/openapi/altered-fields.document.js';
import { describeResponseHeaders } from './shared/openapi/response-headers.document.js';

const BEARER = { type: 'http', scheme: 'bearer', bearerFormat: 'opaque' } as const;

/** The OpenAPI document, made from the endpoint table, the request classes and the views. */
export function createDocument(
  app: INestApplication,
  { publicUrl, serviceName, axfrSourceIps, notifySourceIps, nameservers }: Settings,
): OpenAPIObject {
  const sources = axfrSourceIps.length > 0 ? axfrSourceIps.join(', ') : 'those of the host';
  const notifiers = notifySourceIps.length > 0 ? notifySourceIps.join(', ') : 'the primary';
  const builder = new DocumentBuilder()
    .setTitle(serviceName)
    .setDescription(
      `VPCs, profile, DNS domains and images of a cloud account. Nameservers to delegate domains to: ${nameservers.join(', ')}. Zone transfers come from: ${sources}. NOTIFY to the addresses in axfr_ips comes from: ${notifiers}.`,
    )
    .setVersion('4.176.0')
    .addServer(publicUrl)
    .addBearerAuth({ ...BEARER, description: 'Personal or OAuth access token' }, 'token')
    .addBearerAuth({ ...BEARER, description: 'PLATFORM_TOKEN' }, 'platform');
  const document = SwaggerModule.createDocument(app, builder.build(), { autoTagControllers: false });
  document.components = {
    ...document.components,
    schemas: { ...document.components?.schemas, ...REFUSAL_SCHEMAS },
  };
  documentConditions(document);
  describeAlteredFields(document);
  describeResponseHeaders(document);
  return document;
}

/** Serves `/openapi.json` and the page at `/docs` (D-180). The first request makes the document. */
export function serveDocument(app: INestApplication, settings: Settings): void {
  let json: string | undefined;
  const document = () => createDocument(app, settings);
  app.use('/openapi.json', (request: Request, response: Response) => {
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

/** The page runs only its own scripts and styles, and sends the requests that people try out only to the service. */
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
