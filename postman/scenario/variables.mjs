/** What a person sets once. Everything else the requests keep by themselves. */
export const VARIABLES = [
  { key: 'baseUrl', value: 'http://localhost:3000', type: 'default', description: 'Where the service is.' },
  { key: 'platformToken', value: '', type: 'secret', description: 'The PLATFORM_TOKEN of the service.' },
  {
    key: 'token',
    value: '',
    type: 'secret',
    description: 'The token of the account: made by Setup, or that which npm start printed.',
  },
  {
    key: 'remoteNameserver',
    value: '127.0.0.1',
    type: 'default',
    description:
      'A nameserver that gives any zone away (AXFR); AXFR_ALLOWED_NETWORKS must allow its address.',
  },
  {
    key: 'otpCode',
    value: '',
    type: 'default',
    description: 'The code of the text message, when there is no inbox.',
  },
  {
    key: 'inboxUrl',
    value: '',
    type: 'default',
    description: 'Answers with the code of the newest text message; the test run has one.',
  },
];
