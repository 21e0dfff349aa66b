import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject, type SchemaObject } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { Settings } from './shared/config/settings.js';

const ERRORS: SchemaObject = {
  type: 'object',
  required: ['errors'],
  properties: {
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['field', 'reason'],
        properties: { field: { type: 'string' }, reason: { type: 'string' } },
      },
    },
  },
};

/** The OpenAPI document, made from the endpoint table, the request classes and the views. */
export function createDocument(
  app: INestApplication,
  { publicUrl, serviceName, axfrSourceIps }: Settings,
): OpenAPIObject {
  const sources = axfrSourceIps.length > 0 ? axfrSourceIps.join(', ') : 'those of the host';
  const builder = new DocumentBuilder()
    .setTitle(serviceName)
    .setDescription(
      `VPCs, profile, DNS domains and images of a cloud account. Zone transfers come from: ${sources}.`,
    )
    .setVersion('4.176.0')
    .addServer(publicUrl)
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: 'Personal or OAuth access token' }, 'token')
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: 'PLATFORM_TOKEN' }, 'platform');
  const document = SwaggerModule.createDocument(app, builder.build(), { autoTagControllers: false });
  document.components = {
    ...document.components,
    schemas: { ...document.components?.schemas, Errors: ERRORS },
  };
  return document;
}

/** `/openapi.json` and the page at `/docs` (D-180); the document is made when first asked for. */
export function serveDocument(app: INestApplication, settings: Settings): void {
  let json: string | undefined;
  const document = () => createDocument(app, settings);
  app.use('/openapi.json', (_request: Request, response: Response) => {
    json ??= JSON.stringify(document());
    response.setHeader('Content-Type', 'application/json');
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.end(json);
  });
  SwaggerModule.setup('docs', app, document, { customSiteTitle: settings.serviceName });
}
