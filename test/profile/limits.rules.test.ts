import { readSettings } from '../../src/shared/config/settings.js';
import { checkedRequest } from '../../src/shared/validation/checked-request.js';
import { UpdateProfileRequest } from '../../src/profile/me/update-profile.request.js';
import { SendPhoneCodeRequest } from '../../src/profile/phone/send-phone-code.request.js';
import { VerifyPhoneRequest } from '../../src/profile/phone/verify-phone.request.js';
import { AnswerSecurityQuestionsRequest } from '../../src/profile/security-questions/answer-security-questions.request.js';
import { CreateSshKeyRequest } from '../../src/profile/ssh-keys/create-ssh-key.request.js';
import { UpdateSshKeyRequest } from '../../src/profile/ssh-keys/update-ssh-key.request.js';
import { CreateTokenRequest } from '../../src/profile/tokens/create-token.request.js';
import { UpdateTokenRequest } from '../../src/profile/tokens/update-token.request.js';
import { ConfirmTwoFactorRequest } from '../../src/profile/two-factor/confirm-two-factor.request.js';
import { faultsOfBody } from '../support/faults-of.js';

const SETTINGS = readSettings({});
const KEY = 'ssh-ed25519 AAAA';

type RequestClass = new () => object;
const told = (of: RequestClass, body: object) =>
  faultsOfBody(of, body, SETTINGS).map(({ field, reason }) => `${field}: ${reason}`);

describe.each<[string, string, RequestClass, (text: string) => object, string, number, number]>([
  [
    '[D-76] the label of an SSH key',
    'Create',
    CreateSshKeyRequest,
    (label) => ({ label, ssh_key: KEY }),
    'label',
    0,
    64,
  ],
  ['[D-76] the label of an SSH key', 'Update', UpdateSshKeyRequest, (label) => ({ label }), 'label', 0, 64],
  [
    '[Profile rule 7] the label of a token',
    'Create',
    CreateTokenRequest,
    (label) => ({ label }),
    'label',
    1,
    100,
  ],
  [
    '[Profile rule 7] the label of a token',
    'Update',
    UpdateTokenRequest,
    (label) => ({ label }),
    'label',
    1,
    100,
  ],
  [
    '[D-85] a response',
    'Answer',
    AnswerSecurityQuestionsRequest,
    answer,
    'security_questions[2].response',
    1,
    255,
  ],
])('%s (%s)', (_, __, of, body, field, min, max) => {
  it.each([min, max])('may have %i characters', (length) => {
    expect(told(of, body('x'.repeat(length)))).toEqual([]);
    expect(told(of, body('😀'.repeat(length)))).toEqual([]);
  });

  it.each([min - 1, max + 1].filter((length) => length >= 0))('may not have %i', (length) => {
    const reason = `${field}: Length must be ${min}-${max} characters`;
    expect(told(of, body('x'.repeat(length)))).toEqual([reason]);
  });
});

function answer(response: string) {
  const others = [1, 2].map((question_id) => ({ question_id, response: 'Rex' }));
  return { security_questions: [...others, { question_id: 3, response }] };
}

it.each<[string, RequestClass, object, string[]]>([
  ['[D-76] an SSH key has no label', CreateSshKeyRequest, { ssh_key: KEY }, []],
  ['[D-76] it is the key itself that is required', CreateSshKeyRequest, {}, ['ssh_key: ssh_key is required']],
  [
    '[D-183] both at fault: in the order of the endpoint table',
    CreateSshKeyRequest,
    { ssh_key: 1, label: '\n' },
    ['label: label is not valid', 'ssh_key: ssh_key is not valid'],
  ],
  ['[D-74] a token needs nothing', CreateTokenRequest, {}, []],
  [
    '[D-183] all of a token at fault',
    CreateTokenRequest,
    { scopes: 'moon:read_only', label: '', expiry: 'soon' },
    ['expiry: expiry is not valid', 'label: Length must be 1-100 characters', 'scopes: scopes is not valid'],
  ],
  [
    '[D-81] phone: both required',
    SendPhoneCodeRequest,
    {},
    ['iso_code: iso_code is required', 'phone_number: phone_number is required'],
  ],
  [
    '[D-81] phone: no country',
    SendPhoneCodeRequest,
    { iso_code: 'USA', phone_number: '555-555-5555' },
    ['iso_code: iso_code is not valid'],
  ],
  [
    '[D-10] phone: no strings',
    SendPhoneCodeRequest,
    { iso_code: 1, phone_number: 1 },
    ['iso_code: iso_code is not valid', 'phone_number: phone_number is not valid'],
  ],
  [
    '[D-81] phone: far longer than any number',
    SendPhoneCodeRequest,
    { iso_code: 'US', phone_number: '5'.repeat(101) },
    ['phone_number: Not a valid phone number'],
  ],
  ['[D-83] a code is required', VerifyPhoneRequest, {}, ['otp_code: otp_code is required']],
  [
    '[D-10] a code is a string',
    VerifyPhoneRequest,
    { otp_code: 123456 },
    ['otp_code: otp_code is not valid'],
  ],
  ['[D-78] a TFA code is required', ConfirmTwoFactorRequest, {}, ['tfa_code: tfa_code is required']],
  ['[D-78] six digits', ConfirmTwoFactorRequest, { tfa_code: '012345' }, []],
  ['[D-78] five digits', ConfirmTwoFactorRequest, { tfa_code: '12345' }, ['tfa_code: tfa_code is not valid']],
  ['[D-78] a number', ConfirmTwoFactorRequest, { tfa_code: 123456 }, ['tfa_code: tfa_code is not valid']],
])('%s', (_, of, body, faults) => {
  expect(told(of, body)).toEqual(faults);
});

describe('[Profile rule 5] security questions', () => {
  const entry = { question_id: 1, response: 'Rex' };
  const THREE = 'security_questions: You must answer exactly three security questions.';

  it.each<[string, unknown, string[]]>([
    ['none', undefined, ['security_questions: security_questions is required']],
    ['no list', {}, ['security_questions: security_questions is not valid']],
    ['an empty list', [], [THREE]],
    ['two', [entry, entry], [THREE]],
    ['four', [entry, entry, entry, entry], [THREE]],
    [
      'entries that are none',
      [entry, null, 'Rex'],
      [
        'security_questions[1]: security_questions[1] is not valid',
        'security_questions[2]: security_questions[2] is not valid',
      ],
    ],
    [
      '[D-85] an unknown question, and nothing',
      [{ question_id: 0, response: 'a' }, { question_id: 20, response: 'b' }, {}],
      [
        'security_questions[0].question_id: question_id is not valid',
        'security_questions[1].question_id: question_id is not valid',
        'security_questions[2].question_id: question_id is required',
        'security_questions[2].response: response is required',
      ],
    ],
  ])('%s', (_, security_questions, faults) => {
    expect(told(AnswerSecurityQuestionsRequest, { security_questions })).toEqual(faults);
  });

  it('[D-85] a blank response is none', () => {
    expect(told(AnswerSecurityQuestionsRequest, answer(' \t'))).toEqual([
      'security_questions[2].response: response is not valid',
    ]);
  });
});

describe('PUT /profile', () => {
  it.each<[string, object, string[]]>([
    ['[D-14] nothing', {}, []],
    ['[D-71] a timezone', { timezone: 'Europe/Berlin' }, []],
    ['[D-71] none', { timezone: 'Mars/Base' }, ['timezone: timezone is not valid']],
    ['the methods of the shell console', { lish_auth_method: 'keys_only' }, []],
    [
      'another method',
      { lish_auth_method: 'keys' },
      ['lish_auth_method: Must be one of password_keys, keys_only, disabled'],
    ],
    ['[D-70] no address', { email: 'me' }, ['email: Invalid email address.']],
    ['[D-66] no keys', { authorized_keys: [] }, []],
    ['[D-66] keys', { authorized_keys: [KEY, `${KEY} me\n`] }, []],
    [
      '[D-66] a key at fault',
      { authorized_keys: [KEY, 'none'] },
      [
        'authorized_keys: SSH Key 2 key-type must be ssh-dss, ssh-rsa, ecdsa-sha2-nistp, ssh-ed25519, sk-ecdsa-sha2-nistp256, or sk-ssh-ed25519.',
      ],
    ],
    ['[D-10] no list', { authorized_keys: KEY }, ['authorized_keys: authorized_keys is not valid']],
    [
      '[D-10] no string in it',
      { authorized_keys: [KEY, 1] },
      ['authorized_keys[1]: authorized_keys[1] is not valid'],
    ],
    [
      '[D-27] [D-183] all at once',
      {
        two_factor_auth: 1,
        timezone: 1,
        restricted: 1,
        lish_auth_method: 1,
        ip_whitelist_enabled: 1,
        email_notifications: 1,
        email: 1,
        authorized_keys: 1,
      },
      [
        'authorized_keys: authorized_keys is not valid',
        'email: email is not valid',
        'email_notifications: email_notifications is not valid',
        'ip_whitelist_enabled: ip_whitelist_enabled is not valid',
        'lish_auth_method: lish_auth_method is not valid',
        'restricted: restricted is not valid',
        'timezone: timezone is not valid',
        'two_factor_auth: two_factor_auth is not valid',
      ],
    ],
  ])('%s', (_, body, faults) => {
    expect(told(UpdateProfileRequest, body)).toEqual(faults);
  });

  it('[D-15] null clears the keys, and nothing else', () => {
    const body = { authorized_keys: null, email: null, restricted: null, timezone: null };
    expect(checkedRequest(UpdateProfileRequest, body, SETTINGS)).toEqual({ authorized_keys: null });
  });

  it('[D-15] null clears the label of an SSH key', () => {
    expect(checkedRequest(UpdateSshKeyRequest, { label: null }, SETTINGS)).toEqual({ label: '' });
  });
});
