import { CATALOGUE, type Code } from '../../src/shared/errors/catalogue.js';
import { invalid } from '../../src/shared/errors/errors.js';
import { reasonAt, reasonOf } from '../../src/shared/errors/reason.js';

const codes = Object.keys(CATALOGUE) as Code[];

describe('the catalogue of refusals', () => {
  it('has one code for each text', () => {
    const texts = codes.map((code) => CATALOGUE[code].reason);
    expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
  });

  it.each(codes)('%s: title, explanation and remedy are sentences, the title without its period', (code) => {
    const { title, explanation, remedy } = CATALOGUE[code];
    expect(title).toMatch(/^[A-Z].*[^.]$/);
    expect([explanation, remedy]).toEqual([
      expect.stringMatching(/^[A-Z`].*\.$/),
      expect.stringMatching(/^[A-Z`].*[.}]$/),
    ]);
  });
});

describe('a reason', () => {
  it('has its details in its text, and as members', () => {
    expect(reasonOf('value_out_of_range', { minimum: 0, maximum: 255 })).toEqual({
      code: 'value_out_of_range',
      reason: 'Must be 0-255',
      minimum: 0,
      maximum: 255,
    });
    expect(reasonOf('value_not_allowed', { allowed: ['a', 'b'] }).reason).toBe('Must be one of a, b');
  });

  it('inserts a sent value unchanged, even when it looks like a detail', () => {
    expect(reasonOf('filter_field_unknown', { name: '{limit}$&' }).reason).toBe('Cannot filter on {limit}$&');
  });

  it.each([
    ['label', 'label is not valid'],
    ['subnets[1].ipv4', 'ipv4 is not valid'],
    ['configs[0].interfaces[2].ip_ranges[1]', 'ip_ranges[1] is not valid'],
  ])('names the last part of the path: %s', (field, reason) => {
    expect(invalid(field, 'value_not_valid').faults).toEqual([{ code: 'value_not_valid', field, reason }]);
  });

  it('names the key of a rule', () => {
    expect(reasonAt('label', 'value_required').reason).toBe('label is required');
  });
});
