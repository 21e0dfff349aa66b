import fc from 'fast-check';
import { linted } from './linted.js';
import { VALID_ZONE } from './valid-zones.js';

const ZONES = 330;

describe('[D-243] lint of zones without a flaw', () => {
  it(`finds nothing in ${ZONES} of them: web, mail, delegations, wildcards, services`, async () => {
    await fc.assert(
      fc.asyncProperty(VALID_ZONE, async (rows) => expect(await linted(rows)).toEqual([])),
      { numRuns: ZONES, seed: 243 },
    );
  });
});
