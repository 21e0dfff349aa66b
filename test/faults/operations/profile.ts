import { done } from '../../support/makers.js';
import { enableTwoFactor, issueSecret, totpCode } from '../../support/two-factor.js';
import type { Operation } from '../support/operation.js';
import { makeUser } from './users.js';

const QUESTIONS = [1, 2, 3].map((question_id) => ({ question_id, response: 'an answer' }));

export const PROFILE_OPERATIONS: readonly Operation[] = [
  {
    name: 'token create',
    prepare: ({ account }, name) =>
      Promise.resolve(() => account.client.post('/profile/tokens', { label: name, scopes: 'vpc:read_only' })),
  },
  {
    name: 'token revoke',
    prepare: async ({ account }, name) => {
      const { id } = done(await account.client.post('/profile/tokens', { label: name }));
      return () => account.client.delete(`/profile/tokens/${id}`);
    },
  },
  {
    name: 'SSH key create',
    prepare: ({ account }, name) =>
      Promise.resolve(() =>
        account.client.post('/profile/sshkeys', { label: name, ssh_key: 'ssh-rsa AAAA' }),
      ),
  },
  {
    name: 'profile update',
    prepare: async (service, name) => {
      const client = await makeUser(service, name);
      return () => client.put('/profile', { timezone: 'UTC', email: 'other@example.com', restricted: true });
    },
  },
  {
    name: 'preferences',
    prepare: async (service, name) => {
      const client = await makeUser(service, name);
      return () => client.put('/profile/preferences', { theme: 'dark' });
    },
  },
  {
    name: 'security questions answered again',
    prepare: async (service, name) => {
      const client = await makeUser(service, name);
      const other = QUESTIONS.map(({ response }, n) => ({ question_id: n + 2, response }));
      done(await client.post('/profile/security-questions', { security_questions: other }));
      return () => client.post('/profile/security-questions', { security_questions: QUESTIONS });
    },
  },
  {
    name: 'two-factor secret',
    prepare: async (service, name) => {
      const client = await makeUser(service, name);
      done(await client.post('/profile/security-questions', { security_questions: QUESTIONS }));
      return () => client.post('/profile/tfa-enable');
    },
  },
  {
    name: 'two-factor enable',
    prepare: async (service, name) => {
      const client = await makeUser(service, name);
      const tfa_code = totpCode(service.app, await issueSecret(client));
      return () => client.post('/profile/tfa-enable-confirm', { tfa_code });
    },
  },
  {
    name: 'two-factor disable',
    prepare: async (service, name) => {
      const client = await makeUser(service, name);
      await enableTwoFactor(service.app, client);
      return () => client.post('/profile/tfa-disable');
    },
  },
  {
    name: 'phone number verify',
    prepare: async (service, name) => {
      const client = await makeUser(service, name);
      const number = nextNumber();
      done(await client.post('/profile/phone-number', { iso_code: 'US', phone_number: number }));
      const otp_code = service.messages.codeFor(`+1${number}`);
      return () => client.post('/profile/phone-number/verify', { otp_code });
    },
  },
];

let numbers = 5_556_670_000;

function nextNumber(): string {
  return String(++numbers);
}
