/** An account of its own for every run, by the Platform API. */
export const SETUP = {
  name: 'Setup',
  description: 'Makes an account with a user, a token and an instance. Needs `platformToken`.',
  steps: [
    {
      operation: 'platform_account_create',
      name: 'An account to try things on',
      before: [
        `// Names that nobody has taken: run it as often as you like.
const run = Date.now().toString(36);
pm.collectionVariables.set('run', run);
pm.collectionVariables.set('instanceId', Date.now());
pm.collectionVariables.set('userPassword', 'correct horse battery ' + run);`,
      ],
      body: {
        user: {
          username: 'postman-{{run}}',
          email: 'postman@example.com',
          password: '{{userPassword}}',
        },
      },
      after: [
        `const { id, user, token } = pm.response.json();
pm.collectionVariables.set('accountId', id);
pm.collectionVariables.set('ownUsername', user.username);
pm.environment.set('token', token);`,
      ],
    },
    {
      operation: 'platform_instance_put',
      name: 'An instance with a disk',
      body: {
        account_id: '#{{accountId}}',
        disks: [{ id: '#{{instanceId}}', label: 'boot', size: 1024 }],
        configs: [],
      },
      params: { instanceId: '{{instanceId}}' },
    },
  ],
};
