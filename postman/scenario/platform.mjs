export const PLATFORM = {
  name: 'Platform API',
  description: 'What sign-up, compute, the catalogue and billing call. Needs `platformToken`.',
  steps: [
    {
      operation: 'platform_account_create',
      body: {
        parent_account_id: '#{{accountId}}',
        user: { username: 'child-{{run}}', email: 'child@example.com', password: '{{userPassword}}' },
      },
      save: { childAccountId: '.id' },
    },
    {
      operation: 'platform_user_create',
      body: { username: 'grace-{{run}}' },
      params: { accountId: '{{childAccountId}}' },
      save: { username: '.username' },
    },
    { operation: 'platform_user_password' },
    { operation: 'platform_user_grants' },
    { operation: 'platform_token_create' },
    { operation: 'platform_client_create', body: { account_id: '#{{childAccountId}}' } },
    { operation: 'platform_account_billing', params: { accountId: '{{childAccountId}}' } },
    { operation: 'platform_instance_view' },
    {
      operation: 'platform_holder_put',
      params: { name: 'given-{{run}}.example' },
      body: { account_id: '#{{childAccountId}}' },
    },
    { operation: 'platform_holder_view', params: { name: 'given-{{run}}.example' } },
    { operation: 'platform_holder_delete', params: { name: 'given-{{run}}.example' } },
    { operation: 'platform_image_publish', params: { name: 'debian12' } },
    {
      operation: 'image_view',
      name: 'Image View of the public image, without a token',
      auth: 'none',
      params: { imageId: 'public/debian12' },
    },
    { operation: 'platform_user_delete' },
  ],
};

export const CLEAN_UP = {
  name: 'Clean up',
  description: 'Takes away the accounts that were made. The public image stays in the catalogue.',
  steps: [
    { operation: 'platform_account_delete', params: { accountId: '{{childAccountId}}' } },
    { operation: 'platform_instance_delete', query: { keep_image: false } },
    { operation: 'platform_account_delete', name: 'Platform Account Delete, the first' },
    { operation: 'profile_view', name: 'Profile View, refused after the account has gone', status: 401 },
  ],
};
