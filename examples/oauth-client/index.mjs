// Logs a person in through the service's pages and lists their VPCs.
//
//   SERVICE_URL=http://localhost:3000 CLIENT_ID=... CLIENT_SECRET=... node examples/oauth-client/index.mjs
//
// The client is one of POST /v4/account/oauth-clients with the redirect_uri http://localhost:8080/callback.
import { createServer } from 'node:http';
import * as oauth from 'openid-client';

const {
  SERVICE_URL = 'http://localhost:3000',
  CLIENT_ID = '',
  CLIENT_SECRET = '',
  PORT = '8080',
} = process.env;
const redirectUri = `http://localhost:${PORT}/callback`;
const scope = 'vpc:read_only';

const service = await oauth.discovery(new URL(SERVICE_URL), CLIENT_ID, CLIENT_SECRET, undefined, {
  algorithm: 'oauth2',
  // Only for a service on this computer: elsewhere it is https.
  execute: SERVICE_URL.startsWith('http:') ? [oauth.allowInsecureRequests] : [],
});

/** Logins under way, by their state. */
const verifiers = new Map();

async function toLogin() {
  const state = oauth.randomState();
  const verifier = oauth.randomPKCECodeVerifier();
  verifiers.set(state, verifier);
  return oauth.buildAuthorizationUrl(service, {
    redirect_uri: redirectUri,
    scope,
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
}

async function vpcsOf(callback) {
  const state = callback.searchParams.get('state') ?? '';
  const checks = { expectedState: state, pkceCodeVerifier: verifiers.get(state) };
  verifiers.delete(state);
  const { access_token: token } = await oauth.authorizationCodeGrant(service, callback, checks);
  const answer = await fetch(`${SERVICE_URL}/v4/vpcs`, { headers: { Authorization: `Bearer ${token}` } });
  return (await answer.json()).data;
}

const escape = (text) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const server = createServer(async (request, response) => {
  const url = new URL(request.url, redirectUri);
  try {
    if (url.pathname !== '/callback') return response.writeHead(302, { Location: await toLogin() }).end();
    const items = (await vpcsOf(url)).map(
      ({ label, region }) => `<li>${escape(label)} (${escape(region)})</li>`,
    );
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    return response.end(`<!doctype html><title>VPCs</title><h1>Your VPCs</h1><ul>${items.join('')}</ul>`);
  } catch (error) {
    return response.writeHead(400).end(`The login failed: ${error.message}`);
  }
});
server.listen(Number(PORT), 'localhost', () => console.log(`Open http://localhost:${PORT}/`));
