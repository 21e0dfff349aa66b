import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import axe from 'axe-core';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { startApp, type TestApp } from '../support/app.js';
import { freePort } from '../support/free-port.js';

/** Debian's Chromium, unless `CHROMIUM` names another. */
const EXECUTABLE = process.env.CHROMIUM ?? '/usr/bin/chromium';

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: EXECUTABLE, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
}

/** The service, listening at its own PUBLIC_URL. */
export async function startPublicApp(): Promise<TestApp> {
  const port = String(await freePort());
  const app = await startApp({ PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}` });
  return app;
}

/** The application that the browser returns to. */
export interface Callback {
  readonly redirectUri: string;
  close(): void;
}

/** @param onward where the application redirects each request that comes back to it */
export async function startCallback(onward?: string): Promise<Callback> {
  const server = createServer((_request, response) => {
    if (onward !== undefined) response.writeHead(302, { Location: onward });
    else response.setHeader('Content-Type', 'text/html');
    response.end('<title>Back</title><h1>Back at the application</h1>');
  });
  const port = await listen(server);
  return { redirectUri: `http://127.0.0.1:${port}/callback`, close: () => server.close() };
}

/** The names of the serious and critical rules that axe-core finds violated. */
export async function seriousFaults(context: BrowserContext, page: Page): Promise<string[]> {
  // In an isolated world, because the page's policy forbids scripts.
  const session = await context.newCDPSession(page);
  const { frameTree } = await session.send('Page.getFrameTree');
  const { executionContextId } = await session.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
  });
  const run = async (expression: string) => {
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression,
      contextId: executionContextId,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value as unknown;
  };
  await run(`${axe.source}; undefined`);
  const found = await run(`axe.run().then(({ violations }) => violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => id + ' ' + nodes.map(({ target }) => target).join(' ')))`);
  await session.detach();
  return found as string[];
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
