import { NestFactory } from '@nestjs/core';
import { createDocument } from '../../src/app.document.js';
import { AppModule } from '../../src/app.module.js';
import { readSettings, type Settings } from '../../src/shared/config/settings.js';
import { HttpAdapter } from '../../src/shared/http/server/express.adapter.js';
import { createLogger } from '../../src/shared/log/logger.js';

/** What the document shows of the settings. */
export const DOCUMENTED = {
  NAMESERVERS: 'ns1.example.net,ns2.example.net',
  PUBLIC_URL: 'http://localhost:3000',
};

/** The OpenAPI document of the sources, from an application that never starts: there is no database. @param settings of the environment */
export async function makeDocument(settings: Partial<typeof DOCUMENTED> = {}) {
  const read: Settings = readSettings({
    ...DOCUMENTED,
    ...settings,
    ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
  });
  const options = {
    settings: read,
    databaseUrl: 'postgres://127.0.0.1:9/none',
    logger: createLogger('silent'),
  };
  const app = await NestFactory.create(AppModule.register(options), new HttpAdapter(read), {
    logger: false,
    abortOnError: false,
  });
  return createDocument(app, read);
}
