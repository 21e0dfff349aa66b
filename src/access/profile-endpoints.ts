import type { EndpointRow } from './endpoint.js';
import { create, del, get, post, put, view } from './endpoint-rows.js';

const READ = { scope: 'account:read_only', narrowed: 'rest' } as const;
const WRITE = { ...READ, scope: 'account:read_write' } as const;
/** Changes a sign-in of the user: closed to narrowed tokens (D-279). */
const SIGN_IN = { scope: 'account:read_write' } as const;

/** The endpoints of the acting user's own data. */
export const PROFILE_ENDPOINTS = {
  'profile.view': get('profile', { narrowed: 'list' }),
  'profile.update': put('profile', WRITE),
  'profile.grants': get('profile/grants', { narrowed: 'rest' }),
  'profile.access': post('profile/access', { narrowed: 'list', noTurn: true }),
  'profile.app.list': get('profile/apps', READ),
  'profile.app.view': view('profile/apps/:appId', { ...READ, entity: 'app' }),
  'profile.app.delete': del('profile/apps/:appId', { ...WRITE, entity: 'app' }),
  'profile.device.list': get('profile/devices', READ),
  'profile.device.view': view('profile/devices/:deviceId', { ...READ, entity: 'device' }),
  'profile.device.delete': del('profile/devices/:deviceId', { ...WRITE, entity: 'device' }),
  'profile.login.list': get('profile/logins', READ),
  'profile.login.view': view('profile/logins/:loginId', { ...READ, entity: 'login' }),
  'profile.phone.send': post('profile/phone-number', { ...SIGN_IN, noTurn: true }),
  'profile.phone.verify': post('profile/phone-number/verify', SIGN_IN),
  'profile.phone.delete': del('profile/phone-number', SIGN_IN),
  'profile.preferences.view': get('profile/preferences', READ),
  'profile.preferences.update': put('profile/preferences', WRITE),
  'profile.securityQuestions.list': get('profile/security-questions', READ),
  'profile.securityQuestions.answer': post('profile/security-questions', SIGN_IN),
  'profile.sshKey.list': get('profile/sshkeys', READ),
  'profile.sshKey.view': view('profile/sshkeys/:sshKeyId', { ...READ, entity: 'sshKey' }),
  'profile.sshKey.create': create('profile/sshkeys', WRITE),
  'profile.sshKey.update': put('profile/sshkeys/:sshKeyId', { ...WRITE, entity: 'sshKey' }),
  'profile.sshKey.delete': del('profile/sshkeys/:sshKeyId', { ...WRITE, entity: 'sshKey' }),
  'profile.tfa.enable': post('profile/tfa-enable', SIGN_IN),
  'profile.tfa.confirm': post('profile/tfa-enable-confirm', SIGN_IN),
  'profile.tfa.disable': post('profile/tfa-disable', SIGN_IN),
  'profile.token.list': get('profile/tokens', READ),
  'profile.token.view': view('profile/tokens/:tokenId', { ...READ, entity: 'token' }),
  'profile.token.restrictions': get('profile/tokens/:tokenId/restrictions', { ...READ, entity: 'token' }),
  'profile.token.create': create('profile/tokens', { scope: 'account:read_write', noProxy: true }),
  'profile.token.update': put('profile/tokens/:tokenId', { ...WRITE, entity: 'token' }),
  'profile.token.delete': del('profile/tokens/:tokenId', { ...WRITE, entity: 'token' }),
} as const satisfies Readonly<Record<string, EndpointRow>>;
