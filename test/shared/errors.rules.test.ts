import {
  fault,
  Forbidden,
  InsufficientScope,
  Invalid,
  invalid,
  MethodNotAllowed,
  NotFound,
  TooLarge,
  TooMany,
  Unauthenticated,
  Unavailable,
  UnsupportedMediaType,
} from '../../src/shared/errors/errors.js';
import { reasonOf } from '../../src/shared/errors/reason.js';
import { shownFaults } from '../support/faults-of.js';
import { Faults } from '../../src/shared/errors/faults.js';

describe('[D-26] [D-28] refusals in the words of the catalogue', () => {
  it.each([
    [new Unauthenticated(), '', 'Invalid Token'],
    [
      new InsufficientScope(['vpc:read_only'], ['vpc:read_only']),
      '',
      'Your OAuth token is not authorized to use this endpoint.',
    ],
    [new Forbidden(), '', 'Unauthorized'],
    [new NotFound(), '', 'Not found'],
    [new NotFound('disk_id'), 'disk_id', 'Not found'],
    [new MethodNotAllowed(['GET']), '', 'Method Not Allowed'],
    [new TooLarge(1), '', 'Request body is too large'],
    [new UnsupportedMediaType('Content-Type', 'application/json'), 'Content-Type', 'Unsupported Media Type'],
    [new TooMany(5), '', 'Too many requests'],
    [new Unavailable(), '', 'The service is temporarily unavailable.'],
    [new Unavailable('phone_number', 'message_not_sent'), 'phone_number', 'The message could not be sent.'],
    [invalid('label', 'value_required'), 'label', 'label is required'],
  ])('%s', (error, field, reason) => {
    expect(shownFaults(error.faults)).toEqual([{ field, reason }]);
  });

  it('have the values that their responses need', () => {
    expect(new InsufficientScope(['a', 'b'], ['b']).scopes).toEqual(['a', 'b']);
    expect(new MethodNotAllowed(['GET', 'HEAD']).allow).toEqual(['GET', 'HEAD']);
    expect(new TooMany(5).retryAfterSeconds).toBe(5);
  });

  it('[D-34] keep their cause for the log, with their kind and all their faults as text', () => {
    const cause = new Error('connection lost');
    expect(new Unavailable('', undefined, { cause })).toMatchObject({
      cause,
      name: 'Unavailable',
      message: 'The service is temporarily unavailable.',
    });
    const faults = [fault('label', 'value_required'), fault('', 'vpc_in_use')];
    expect(new Invalid(faults).message).toBe(
      'label: label is required; Cannot delete a VPC with resources attached',
    );
  });
});

describe('[D-27] collected faults', () => {
  it('are reported at once, in the order in which they were found', () => {
    const faults = new Faults();
    faults.add('label', 'value_required');
    faults.addIf('region', undefined);
    faults.addIf('ipv4', reasonOf('not_a_network'));
    expect(faults.any).toBe(true);
    expect([faults.has('label'), faults.has('region'), faults.has('ipv4')]).toEqual([true, false, true]);
    expect(() => faults.throwIfAny()).toThrow('label: label is required; ipv4: Must be an IPv4 network');
    expect(() => faults.throwIfAny()).toThrow(Invalid);
  });

  it('are none at first', () => {
    const faults = new Faults();
    expect(faults.any).toBe(false);
    expect(() => faults.throwIfAny()).not.toThrow();
  });
});
