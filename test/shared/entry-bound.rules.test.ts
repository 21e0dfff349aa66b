import { declareField } from '../../src/shared/validation/declared-fields.js';
import { readSettings } from '../../src/shared/config/settings.js';
import { fault } from '../../src/shared/errors/errors.js';
import { reasonOf } from '../../src/shared/errors/reason.js';
import { entryFault } from '../../src/shared/validation/entry-bound.js';

class Inner {}
class Body {}
declareField(Inner, 'names', {});
declareField(Body, 'label', {});
declareField(Body, 'one', { of: Inner });
declareField(Body, 'many', { of: Inner });

class Capped {}
const cap = (value: unknown) =>
  JSON.stringify(value).length > 9 ? reasonOf('restrictions_too_long', { limit: 9 }) : undefined;
declareField(Capped, 'inner', { of: Inner, cap });
declareField(Capped, 'names', { cap });
const SETTINGS = readSettings({});

const entries = (count: number) => Array.from({ length: count }, () => 'a');

describe('[D-10] [D-26] all lists of a body together have 5,000 entries at most', () => {
  it.each<[string, object, string | undefined]>([
    ['none', {}, undefined],
    ['a list of 5,000', { label: entries(5000) }, undefined],
    ['a list of 5,001', { label: entries(5001) }, 'label'],
    ['5,000 in an object', { one: { names: entries(5000) } }, undefined],
    ['5,001 in an object', { one: { names: entries(5001) } }, 'one.names'],
    ['5,000 in two lists', { label: entries(2000), one: { names: entries(3000) } }, undefined],
    ['5,001 in two lists', { label: entries(2000), one: { names: entries(3001) } }, 'one.names'],
    ['5,000 in objects of a list', { many: [{}, { names: entries(4998) }] }, undefined],
    ['5,001 in objects of a list', { many: [{}, { names: entries(4999) }] }, 'many[1].names'],
    ['a list of 5,001 objects', { many: entries(5001) }, 'many'],
    ['5,000 in a list of lists', { label: [entries(4999)] }, undefined],
    ['5,001 in a list of lists', { label: [entries(5000)] }, 'label[0]'],
    ['5,001 objects in a list of lists', { many: [[], [Array(4998).fill({})]] }, 'many[1][0]'],
    ['5,001 in objects of a list of lists', { many: [[{ names: entries(4999) }]] }, 'many[0][0].names'],
    ['the first that is too long', { label: entries(5001), one: { names: entries(5001) } }, 'label'],
    ['unknown keys', { other: entries(5001), one: { other: entries(5001) } }, undefined],
    ['a value that is not an object', { one: 'names', many: [null, 5, 'names'] }, undefined],
    ['null', { one: null, many: null, label: null }, undefined],
  ])('%s', (_reason, body, field) => {
    const key = field?.split('.').at(-1);
    const fault = entryFault(Body, body, SETTINGS);
    expect(fault && [fault.field, fault.reason]).toEqual(field && [field, `${key} is not valid`]);
  });

  it('a class without fields has none', () => {
    expect(entryFault(class {}, { label: entries(5001) }, SETTINGS)).toBeUndefined();
  });

  it.each([
    ['names', { names: entries(5001) }],
    ['inner', { inner: { names: entries(5001) } }],
  ])('a value of %s with too many has the reason of its own cap', (field, body) => {
    expect(entryFault(Capped, body, SETTINGS)).toEqual(fault(field, 'restrictions_too_long', { limit: 9 }));
  });
});
