import type { EndpointName } from '../../src/access/endpoints.js';
import type { TestApp } from '../support/app.js';
import type { Client } from '../support/client.js';
import { makeDomain, nextDomain } from '../support/domains.js';
import { makeImage } from '../support/images.js';
import { done, makeInstance, makeVpc, next, type TestAccount } from '../support/makers.js';
import { makeOAuthClient, makeOAuthToken } from '../support/oauth-makers.js';
import { query } from '../support/sql.js';
import type { TextMessageReceiver } from '../support/text-message-receiver.js';
import { answerSecurityQuestions, enableTwoFactor, issueSecret, totpCode } from '../support/two-factor.js';

/** The objects that a change needs. */
export interface Scene {
  readonly app: TestApp;
  readonly account: TestAccount;
  readonly client: Client;
  readonly messages: TextMessageReceiver;
}

/** A path below `/v4`, and a body if the method has one. */
export type Asked = readonly [path: string, body?: object | string];

type Prepare = (scene: Scene) => Promise<Asked>;

const SUBNET = { label: 'more', ipv4: '10.0.99.0/24' };
const QUESTIONS = [1, 2, 3].map((question_id) => ({ question_id, response: 'an answer' }));
const SSH_KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ2e8XT2Yk2gGYg4PuJXbUJCnWQmLwWcE8UT0mFQ1XzK';

const vpc =
  (more = '', body?: object): Prepare =>
  async ({ client }) => [`/vpcs/${(await makeVpc(client)).id}${more}`, body];

const subnet =
  (body?: object): Prepare =>
  async ({ client }) => {
    const { id, subnets } = await makeVpc(client, { subnets: 1 });
    return [`/vpcs/${id}/subnets/${subnets[0].id}`, body];
  };

const domain =
  (more = '', body?: () => object | string): Prepare =>
  async ({ client }) => [`/domains/${(await makeDomain(client)).id}${more}`, body?.()];

const signedDomain =
  (more = ''): Prepare =>
  async ({ app, client }) => {
    const above = await makeDomain(client);
    const body = { domain: `dev.${above.domain}`, type: 'master', soa_email: 'admin@example.com' };
    const { id } = done(await client.post('/domains', body));
    done(await client.post(`/domains/${id}/dnssec`));
    await query(app, `UPDATE pdns.signed_zones SET status = 'signed', until = NULL WHERE domain_id = $1`, [
      id,
    ]);
    return [`/domains/${id}/dnssec${more}`, more === '' ? undefined : {}];
  };

const record =
  (body?: object, more = ''): Prepare =>
  async ({ client }) => {
    const { id } = await makeDomain(client, [['TXT', 'x', 'a']]);
    const { data } = done(await client.get(`/domains/${id}/records`));
    return [`/domains/${id}/records/${data[0].id}${more}`, body];
  };

const image =
  (body?: object): Prepare =>
  async ({ app, client }) => [`/images/${await makeImage(app, client)}`, body];

const user =
  (more = '', body?: object): Prepare =>
  async ({ client }) => {
    const username = `someone-${next()}`;
    done(await client.post('/account/users', { username, email: 'someone@example.com' }));
    return [`/account/users/${username}${more}`, body];
  };

const oauthClient =
  (more = '', body?: object): Prepare =>
  async ({ account }) => [`/account/oauth-clients/${await makeOAuthClient(account)}${more}`, body];

const token =
  (body?: object): Prepare =>
  async ({ client }) => [`/profile/tokens/${done(await client.post('/profile/tokens', {})).id}`, body];

const sshKey =
  (body?: object): Prepare =>
  async ({ client }) => [
    `/profile/sshkeys/${done(await client.post('/profile/sshkeys', { label: 'k', ssh_key: SSH_KEY })).id}`,
    body,
  ];

const claim =
  (more = '', body?: object): Prepare =>
  async ({ client }) => {
    const { id } = done(await client.post('/domains/claims', { domain: `c${next()}.test` }));
    return [`/domains/claims/${id}${more}`, body];
  };

const event =
  (more: string): Prepare =>
  async ({ client }) => {
    await makeVpc(client);
    return [`/account/events/${done(await client.get('/account/events')).data[0].id}/${more}`];
  };

const always =
  (...asked: Asked): Prepare =>
  () =>
    Promise.resolve(asked);

/** Every change that a token can request, as a request that succeeds. */
export const CHANGES: Partial<Record<EndpointName, Prepare>> = {
  'vpc.create': always('/vpcs', { label: 'net', region: 'us-east', subnets: [SUBNET] }),
  'vpc.update': vpc('', { label: 'other' }),
  'vpc.delete': vpc(),
  'vpc.subnet.create': vpc('/subnets', SUBNET),
  'vpc.subnet.update': subnet({ label: 'other' }),
  'vpc.subnet.delete': subnet(),
  'profile.update': always('/profile', { email: 'other@example.com' }),
  'profile.app.delete': async ({ app, account, client }) => {
    await makeOAuthToken(app, account);
    return [`/profile/apps/${done(await client.get('/profile/apps')).data[0].id}`];
  },
  'profile.device.delete': async ({ app, account }) => {
    const [device] = await query(
      app,
      `INSERT INTO trusted_devices (account_id, user_id, token_hash, user_agent, created, expiry, last_authenticated, last_remote_addr)
       VALUES ((SELECT account_id FROM users WHERE id = $1), $1, sha256($2), 'browser', now(), now() + interval '1 day', now(), '192.0.2.1') RETURNING id`,
      [account.uid, `device ${next()}`],
    );
    return [`/profile/devices/${String(device!.id)}`];
  },
  'profile.phone.send': always('/profile/phone-number', { iso_code: 'US', phone_number: '5555550000' }),
  'profile.phone.verify': async ({ client, messages }) => {
    done(await client.post('/profile/phone-number', { iso_code: 'US', phone_number: '5555550001' }));
    return ['/profile/phone-number/verify', { otp_code: messages.codeFor('+15555550001') }];
  },
  'profile.phone.delete': async ({ client, messages }) => {
    done(await client.post('/profile/phone-number', { iso_code: 'US', phone_number: '5555550002' }));
    const otp_code = messages.codeFor('+15555550002');
    done(await client.post('/profile/phone-number/verify', { otp_code }));
    return ['/profile/phone-number'];
  },
  'profile.preferences.update': always('/profile/preferences', { theme: 'dark' }),
  'profile.securityQuestions.answer': always('/profile/security-questions', {
    security_questions: QUESTIONS,
  }),
  'profile.sshKey.create': always('/profile/sshkeys', { label: 'k', ssh_key: SSH_KEY }),
  'profile.sshKey.update': sshKey({ label: 'other' }),
  'profile.sshKey.delete': sshKey(),
  'profile.tfa.enable': async ({ client }) => {
    await answerSecurityQuestions(client);
    return ['/profile/tfa-enable', {}];
  },
  'profile.tfa.confirm': async ({ app, client }) => [
    '/profile/tfa-enable-confirm',
    { tfa_code: totpCode(app, await issueSecret(client)) },
  ],
  'profile.tfa.disable': async ({ app, client }) => {
    await enableTwoFactor(app, client);
    return ['/profile/tfa-disable', {}];
  },
  'profile.token.create': always('/profile/tokens', { label: 'new', scopes: '*' }),
  'profile.token.update': token({ label: 'other' }),
  'profile.token.delete': token(),
  'domain.create': () =>
    Promise.resolve(['/domains', { domain: nextDomain(), type: 'master', soa_email: 'a@example.com' }]),
  'domain.update': domain('', () => ({ description: 'other' })),
  'domain.delete': domain(),
  'domain.clone': domain('/clone', () => ({ domain: nextDomain() })),
  'domain.dnssec.sign': domain('/dnssec', () => ({})),
  'domain.dnssec.roll': signedDomain('/roll'),
  'domain.dnssec.delegate': signedDomain('/delegate'),
  'domain.dnssec.end': signedDomain(),
  'domain.change.create': domain('/changes', () => ({
    changes: [{ create: { type: 'A', name: 'www', target: '192.0.2.1' } }],
  })),
  'domain.zoneText.apply': domain('/zone-file?mode=merge', () => 'www A 192.0.2.1'),
  'domain.version.restore': async ({ client }) => {
    const { id } = await makeDomain(client, [['TXT', 'x', 'a']]);
    return [`/domains/${id}/versions/1/restore`, { max_deletes: 1 }];
  },
  'domain.deleted.restore': async ({ client }) => {
    const { id } = await makeDomain(client, [['TXT', 'x', 'a']]);
    done(await client.delete(`/domains/${id}`));
    return [`/domains/deleted/${id}/restore`];
  },
  'domain.record.create': domain('/records', () => ({ type: 'A', name: 'www', target: '192.0.2.1' })),
  'domain.record.update': record({ target: 'other' }),
  'domain.record.delete': record(),
  'domain.record.note.update': record({ owner: 'other' }, '/note'),
  'domain.claim.create': always('/domains/claims', { domain: 'claimed.test' }),
  'domain.claim.check': claim('/check', {}),
  'domain.claim.delete': claim(),
  'image.create': async ({ app, account }) => {
    const { disks } = await makeInstance(app, account);
    return ['/images', { disk_id: disks[0].id, label: 'captured' }];
  },
  'image.upload': always('/images/upload', { label: 'uploaded', region: 'us-east' }),
  'image.update': image({ label: 'other' }),
  'image.delete': image(),
  'event.read': event('read'),
  'event.seen': event('seen'),
  'account.user.create': () =>
    Promise.resolve(['/account/users', { username: `new-${next()}`, email: 'new@example.com' }]),
  'account.user.update': user('', { email: 'other@example.com' }),
  'account.user.delete': user(),
  'account.user.setGrants': user('/grants', { global: { add_vpcs: true } }),
  'account.client.create': always('/account/oauth-clients', {
    label: 'app',
    redirect_uri: 'https://app.example/callback',
  }),
  'account.client.update': oauthClient('', { label: 'other' }),
  'account.client.delete': oauthClient(),
  'account.client.resetSecret': oauthClient('/reset-secret', {}),
};
