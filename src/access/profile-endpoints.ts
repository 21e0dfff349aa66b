import type { EndpointRow } from './endpoint.js';
import { create, del, get, post, put, view } from './endpoint-rows.js';

/** The rows of the acting user's own things. */
export const PROFILE_ENDPOINTS = {
  'profile.view': get('profile', { narrowed: 'list' }),
  'profile.grants': get('profile/grants', { narrowed: 'rest' }),
  'profile.access': post('profile/access', { narrowed: 'list', noTurn: true }),
  'profile.update': put('profile', { scope: 'account:read_write', narrowed: 'rest' }),
  'profile.app.list': get('profile/apps', { scope: 'account:read_only', narrowed: 'rest' }),
  'profile.app.view': view('profile/apps/:appId', {
    scope: 'account:read_only',
    entity: 'app',
    narrowed: 'rest',
  }),
  'profile.device.list': get('profile/devices', { scope: 'account:read_only', narrowed: 'rest' }),
  'profile.device.view': view('profile/devices/:deviceId', {
    scope: 'account:read_only',
    entity: 'device',
    narrowed: 'rest',
  }),
  'profile.login.list': get('profile/logins', { scope: 'account:read_only', narrowed: 'rest' }),
  'profile.login.view': view('profile/logins/:loginId', {
    scope: 'account:read_only',
    entity: 'login',
    narrowed: 'rest',
  }),
  'profile.sshKey.list': get('profile/sshkeys', { scope: 'account:read_only', narrowed: 'rest' }),
  'profile.sshKey.view': view('profile/sshkeys/:sshKeyId', {
    scope: 'account:read_only',
    entity: 'sshKey',
    narrowed: 'rest',
  }),
  'profile.token.list': get('profile/tokens', { scope: 'account:read_only', narrowed: 'rest' }),
  'profile.token.view': view('profile/tokens/:tokenId', {
    scope: 'account:read_only',
    entity: 'token',
    narrowed: 'rest',
  }),
  'profile.preferences.view': get('profile/preferences', { scope: 'account:read_only', narrowed: 'rest' }),
  'profile.securityQuestions.list': get('profile/security-questions', {
    scope: 'account:read_only',
    narrowed: 'rest',
  }),
  'profile.app.delete': del('profile/apps/:appId', {
    scope: 'account:read_write',
    entity: 'app',
    narrowed: 'rest',
  }),
  'profile.device.delete': del('profile/devices/:deviceId', {
    scope: 'account:read_write',
    entity: 'device',
    narrowed: 'rest',
  }),
  'profile.phone.send': post('profile/phone-number', { scope: 'account:read_write', noTurn: true }),
  'profile.phone.verify': post('profile/phone-number/verify', { scope: 'account:read_write' }),
  'profile.phone.delete': del('profile/phone-number', { scope: 'account:read_write' }),
  'profile.preferences.update': put('profile/preferences', { scope: 'account:read_write', narrowed: 'rest' }),
  'profile.securityQuestions.answer': post('profile/security-questions', { scope: 'account:read_write' }),
  'profile.sshKey.create': create('profile/sshkeys', { scope: 'account:read_write', narrowed: 'rest' }),
  'profile.sshKey.update': put('profile/sshkeys/:sshKeyId', {
    scope: 'account:read_write',
    entity: 'sshKey',
    narrowed: 'rest',
  }),
  'profile.sshKey.delete': del('profile/sshkeys/:sshKeyId', {
    scope: 'account:read_write',
    entity: 'sshKey',
    narrowed: 'rest',
  }),
  'profile.tfa.enable': post('profile/tfa-enable', { scope: 'account:read_write' }),
  'profile.tfa.confirm': post('profile/tfa-enable-confirm', { scope: 'account:read_write' }),
  'profile.tfa.disable': post('profile/tfa-disable', { scope: 'account:read_write' }),
  'profile.token.create': create('profile/tokens', { scope: 'account:read_write', noProxy: true }),
  'profile.token.restrictions': get('profile/tokens/:tokenId/restrictions', {
    scope: 'account:read_only',
    entity: 'token',
    narrowed: 'rest',
  }),
  'profile.token.update': put('profile/tokens/:tokenId', {
    scope: 'account:read_write',
    entity: 'token',
    narrowed: 'rest',
  }),
  'profile.token.delete': del('profile/tokens/:tokenId', {
    scope: 'account:read_write',
    entity: 'token',
    narrowed: 'rest',
  }),
} as const satisfies Readonly<Record<string, EndpointRow>>;
