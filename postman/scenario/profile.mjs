import { CODE_OF_THE_MESSAGE, TOTP_CODE } from './codes.mjs';

const KEPT_CSRF = `pm.test('shows its form', () => {
  const [, csrf] = /name="csrf" value="([^"]+)"/.exec(pm.response.text()) ?? [];
  pm.expect(csrf).to.exist;
  pm.collectionVariables.set('csrf', csrf);
});`;

const signIn = [
  { name: 'The sign-in page', method: 'GET', path: '/login', after: [KEPT_CSRF] },
  {
    name: 'Signing in, remembered',
    method: 'POST',
    path: '/login',
    form: {
      csrf: '{{csrf}}',
      step: 'password',
      username: '{{ownUsername}}',
      password: '{{userPassword}}',
      remember: 'yes',
    },
    after: [],
  },
];

const devicesAndLogins = [
  { operation: 'profile_device_list', save: { deviceId: '.data[0].id' } },
  { operation: 'profile_device_view' },
  { operation: 'profile_device_delete' },
  { operation: 'profile_login_list', save: { loginId: '.data[0].id' } },
  { operation: 'profile_login_view' },
];

const apps = [
  {
    operation: 'platform_client_create',
    name: 'An application',
    body: { account_id: '#{{accountId}}' },
    save: { appClientId: '.id' },
  },
  {
    operation: 'platform_token_create',
    name: 'The application is authorized',
    params: { username: '{{ownUsername}}' },
    body: { kind: 'oauth', scopes: 'vpc:read_only', client_id: '{{appClientId}}' },
  },
  { operation: 'profile_app_list', save: { appId: '.data[0].id' } },
  { operation: 'profile_app_view' },
  { operation: 'profile_app_delete' },
];

const phone = [
  { operation: 'profile_phone_send' },
  { operation: 'profile_phone_verify', before: [CODE_OF_THE_MESSAGE], body: { otp_code: '{{otpCode}}' } },
  { operation: 'profile_phone_delete' },
];

const answers = [1, 2, 3].map((question_id) => ({ question_id, response: 'Rex' }));
const security = [
  { operation: 'profile_securityQuestions_list' },
  { operation: 'profile_securityQuestions_answer', body: { security_questions: answers } },
  { operation: 'profile_tfa_enable', save: { tfaSecret: '.secret' } },
  { operation: 'profile_tfa_confirm', before: [TOTP_CODE], body: { tfa_code: '{{tfaCode}}' } },
  { operation: 'profile_tfa_disable' },
];

const sshKeys = [
  { operation: 'profile_sshKey_create', save: { sshKeyId: '.id' } },
  { operation: 'profile_sshKey_list' },
  { operation: 'profile_sshKey_view' },
  { operation: 'profile_sshKey_update' },
  { operation: 'profile_sshKey_delete' },
];

const tokens = [
  {
    operation: 'profile_token_create',
    name: 'Token Create, narrowed',
    body: { label: 'narrow', restrictions: { sources: ['0.0.0.0/0', '::/0'], vpcs: [], unused_days: 30 } },
    save: { tokenId: '.id' },
  },
  {
    operation: 'profile_token_restrictions',
    after: [
      `pm.test('shows what the token is narrowed to', () => {
  pm.expect(pm.response.json().unused_days).to.eql(30);
});`,
    ],
  },
  { operation: 'profile_token_delete', name: 'Token Delete of the narrowed one' },
  {
    operation: 'profile_token_create',
    body: { label: 'deployment', scopes: 'vpc:read_write domains:read_only', restrictions: undefined },
    save: { tokenId: '.id', newToken: '.token' },
  },
  { operation: 'profile_token_list' },
  { operation: 'profile_token_view' },
  { operation: 'profile_token_update' },
  {
    operation: 'domain_create',
    name: 'Domain Create, refused for the scope of the new token',
    bearer: '{{newToken}}',
    status: 403,
    after: [
      `pm.test('names the scope', () => {
  pm.expect(pm.response.headers.get('WWW-Authenticate')).to.include('scope="domains:read_write"');
});`,
    ],
  },
  { operation: 'profile_token_delete' },
  {
    operation: 'profile_view',
    name: 'Profile View, refused with the revoked token',
    bearer: '{{newToken}}',
    status: 401,
    after: [`pm.test('asks for a token', () => pm.response.to.have.header('WWW-Authenticate', 'Bearer'));`],
  },
];

export const PROFILE = {
  name: 'Profile',
  description:
    'The acting user: settings, applications, devices, logins, phone, two-factor, keys and tokens.',
  steps: [
    { operation: 'profile_view' },
    { operation: 'profile_access', body: { method: 'POST', path: '/v4/domains' } },
    { operation: 'profile_update' },
    ...apps,
    ...signIn,
    ...devicesAndLogins,
    { operation: 'profile_grants', name: 'Profile Grants of an unrestricted user', status: 204 },
    ...phone,
    {
      operation: 'profile_preferences_update',
      body: { theme: 'dark', columns: ['label', 'region'] },
      after: [
        `pm.test('gives back what was sent', () => {
  pm.expect(pm.response.json()).to.eql({ theme: 'dark', columns: ['label', 'region'] });
});`,
      ],
    },
    { operation: 'profile_preferences_view' },
    ...security,
    ...sshKeys,
    ...tokens,
  ],
};
