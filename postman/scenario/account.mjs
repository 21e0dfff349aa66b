const users = [
  {
    operation: 'account_user_create',
    body: { username: 'jane-{{run}}' },
    save: { username: '.username' },
  },
  { operation: 'account_user_list' },
  { operation: 'account_user_view' },
  { operation: 'account_user_setGrants' },
  { operation: 'account_user_grants' },
  {
    operation: 'platform_token_create',
    name: 'A token for the restricted user',
    save: { restrictedToken: '.token' },
  },
  {
    operation: 'profile_grants',
    name: 'Profile Grants of a restricted user',
    bearer: '{{restrictedToken}}',
    after: [
      `pm.test('are those that were set', () => pm.expect(pm.response.json().global.add_domains).to.eql(true));`,
    ],
  },
  {
    operation: 'vpc_create',
    name: 'VPC Create, refused without the grant',
    bearer: '{{restrictedToken}}',
    status: 403,
  },
  { operation: 'account_user_update', body: { username: 'janet-{{run}}' }, save: { username: '.username' } },
  { operation: 'account_user_delete' },
];

const clients = [
  { operation: 'account_client_create', save: { clientId: '.id' } },
  { operation: 'account_client_list' },
  { operation: 'account_client_view' },
  { operation: 'account_client_update', body: { label: 'Fleet dashboard 2' } },
  { operation: 'account_client_resetSecret' },
  { operation: 'account_client_delete' },
];

export const ACCOUNT = {
  name: 'Account',
  description: 'Users, their grants, and OAuth clients.',
  steps: [{ operation: 'account_view' }, { operation: 'account_limits' }, ...users, ...clients],
};

export const EVENTS = {
  name: 'Events',
  description: 'What has happened, by all of the above.',
  steps: [
    { operation: 'event_list', filter: { action: 'vpc_create' }, save: { eventId: '.data[0].id' } },
    { operation: 'event_view' },
    { operation: 'event_read' },
    { operation: 'event_seen' },
    {
      operation: 'event_view',
      name: 'Event View, after it was read',
      after: [
        `pm.test('is read and seen', () => pm.expect(pm.response.json()).to.include({ read: true, seen: true }));`,
      ],
    },
  ],
};

export const REGIONS = {
  name: 'Regions',
  description: 'Open to everybody.',
  steps: [
    { operation: 'region_list', auth: 'none', save: { regionId: '.data[0].id' } },
    { operation: 'region_view', auth: 'none' },
  ],
};
