import { propagationStatus, type Propagated } from '../../src/domain/propagation/propagation.rules.js';
import type { SoaAnswer } from '../../src/domain/nameservers/served-serial.js';

it.each<[string, Propagated, readonly SoaAnswer[], string]>([
  ['its serial', 'master', [7, 7], 'live'],
  ['a later serial', 'master', [8, 2 ** 31], 'live'],
  ['an earlier serial', 'master', [7, 6], 'pending'],
  ['no zone', 'master', [7, 'no zone'], 'pending'],
  ['a failure', 'master', [7, 'failure'], 'pending'],
  ['nothing', 'master', [7, 'nothing'], 'pending'],
  ['any serial of its masters', 'slave', [1, 9], 'live'],
  ['no zone yet', 'slave', [1, 'no zone'], 'pending'],
  ['no zone any more', 'disabled', ['no zone', 'no zone'], 'live'],
  ['the zone still', 'disabled', ['no zone', 7], 'pending'],
  ['a failure, which says nothing about it', 'disabled', ['no zone', 'failure'], 'pending'],
  ['nothing, which says nothing about it', 'disabled', ['no zone', 'nothing'], 'pending'],
  ['nothing, because there are none', 'disabled', [], 'pending'],
])('[D-245] nameservers that answer %s: a %s domain with the serial 7', (_case, served, said, status) => {
  const answers = said.map((one) => ({ said: one }));
  expect(propagationStatus(served, 7, answers)).toBe(status);
});
