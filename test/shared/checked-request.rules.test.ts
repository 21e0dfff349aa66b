import 'reflect-metadata';
import { getSchemaPath } from '@nestjs/swagger';
import { readSettings } from '../../src/shared/config/settings.js';
import { fault as refused, Invalid, type Fault } from '../../src/shared/errors/errors.js';
import {
  checkedRequest,
  CheckRequestPipe,
  RequestDraft,
} from '../../src/shared/validation/checked-request.js';
import { notValid } from '../../src/shared/validation/rule.js';
import { shownFaults, type ShownFault } from '../support/faults-of.js';
import { Field } from '../../src/shared/validation/field.decorator.js';
import { boolean, integer, label, list, object, objects } from '../../src/shared/validation/rules.js';

const SETTINGS = readSettings({});

/** Refuses the default host of the service. */
const notOurHost = {
  ...label(0, 20),
  check: (value: unknown, _key: string, { host }: { host: string }) =>
    value === host ? notValid('host') : undefined,
};

class Part {
  @Field(label(1, 3), { required: true })
  label: string;

  @Field(integer(0, 5))
  count?: number;

  @Field(notOurHost)
  host?: string;

  @Field(integer(0, 5))
  ipv4?: number;

  @Field(integer(0, 5))
  '2fa'?: number;
}

class Body {
  @Field(label(1, 3), { required: true })
  label: string;

  @Field(label(0, 3), { clears: '' })
  description?: string;

  @Field(list(integer(0, 5)))
  numbers?: number[];

  @Field(objects(), { of: Part })
  parts?: Part[];

  @Field(object(), { of: Part })
  part?: Part;

  @Field(notOurHost)
  host?: string;

  @Field(boolean(), { clears: false, description: 'Up or down', example: true, deprecated: true })
  flag?: boolean;

  @Field(label(1, 3), { clears: '' })
  name?: string;
}

const LABEL = { label: 'abc' };
const fault = (field: string, reason: string): ShownFault => ({ field, reason });

/** The request of a body, or its faults. */
function checked(body: object): unknown {
  try {
    return { ...checkedRequest(Body, body, SETTINGS) };
  } catch (error) {
    if (error instanceof Invalid) return shownFaults(error.faults);
    throw error;
  }
}

describe('the request of a body', () => {
  it.each<[string, object, object]>([
    ['declared fields', { ...LABEL, numbers: [1], flag: true }, { ...LABEL, numbers: [1], flag: true }],
    ['[D-13] unknown keys are ignored', { ...LABEL, id: 7, constructor: 5 }, LABEL],
    ['[D-15] null counts as absent', { ...LABEL, numbers: null, parts: null, part: null }, LABEL],
    [
      '[D-15] null clears a field with `clears`',
      { ...LABEL, description: null },
      { ...LABEL, description: '' },
    ],
    [
      '[D-15] null also clears a field that must not be empty',
      { ...LABEL, name: null },
      { ...LABEL, name: '' },
    ],
    ['[D-15] null sets the value of `clears`', { ...LABEL, flag: null }, { ...LABEL, flag: false }],
    ['parts', { ...LABEL, parts: [{ label: 'a', id: 5 }] }, { ...LABEL, parts: [{ label: 'a' }] }],
    ['a part', { ...LABEL, part: { label: 'a', count: null } }, { ...LABEL, part: { label: 'a' } }],
  ])('%s', (_reason, body, request) => {
    expect(checked(body)).toEqual(request);
  });
});

describe('[D-26] [D-27] all faults of a body', () => {
  const length = 'Length must be 1-3 characters';
  it.each<[string, object, ShownFault[]]>([
    ['a required field is missing', {}, [fault('label', 'label is required')]],
    ['a required field is null', { label: null }, [fault('label', 'label is required')]],
    [
      'in the order of the fields',
      { numbers: 5, description: 5, label: 5 },
      ['label', 'description', 'numbers'].map((key) => fault(key, `${key} is not valid`)),
    ],
    [
      'in a list, by its index',
      { ...LABEL, numbers: [0, 6, 5, 'a'] },
      [fault('numbers[1]', 'Must be 0-5'), fault('numbers[3]', 'numbers[3] is not valid')],
    ],
    [
      'in a part, by its path',
      { ...LABEL, part: { label: '', count: 6 } },
      [fault('part.label', length), fault('part.count', 'Must be 0-5')],
    ],
    [
      'in parts, by index and path, with those that are none at all',
      { ...LABEL, parts: [{ label: '' }, 5, { label: 'a' }, null, {}] },
      [
        fault('parts[0].label', length),
        fault('parts[1]', 'parts[1] is not valid'),
        fault('parts[3]', 'parts[3] is not valid'),
        fault('parts[4].label', 'label is required'),
      ],
    ],
    [
      'in the order of the entries, over ten of them',
      { ...LABEL, parts: Array.from({ length: 11 }, (_, i) => (i % 2 ? 5 : {})) },
      Array.from({ length: 11 }, (_, i) =>
        i % 2
          ? fault(`parts[${i}]`, `parts[${i}] is not valid`)
          : fault(`parts[${i}].label`, 'label is required'),
      ),
    ],
    [
      'only the type of a value that is not a part',
      { ...LABEL, part: [{}] },
      [fault('part', 'part is not valid')],
    ],
    [
      'only the type of a value that is not a list',
      { ...LABEL, parts: { label: '' } },
      [fault('parts', 'parts is not valid')],
    ],
    ['by the settings', { ...LABEL, host: SETTINGS.host }, [fault('host', 'host is not valid')]],
    [
      'by the settings, in a part too',
      { ...LABEL, part: { ...LABEL, host: SETTINGS.host }, parts: [{ ...LABEL, host: SETTINGS.host }] },
      [fault('parts[0].host', 'host is not valid'), fault('part.host', 'host is not valid')],
    ],
    [
      'in a field whose name has digits',
      { ...LABEL, part: { ...LABEL, ipv4: 6, '2fa': 6 } },
      [fault('part.ipv4', 'Must be 0-5'), fault('part.2fa', 'Must be 0-5')],
    ],
    [
      'too many entries before anything else',
      { numbers: Array.from({ length: 5001 }, () => 6) },
      [fault('numbers', 'numbers is not valid')],
    ],
  ])('%s', (_reason, body, faults) => {
    expect(checked(body)).toEqual(faults);
  });
});

describe('[D-27] a request with faults besides those of its fields', () => {
  const taken = 'Username must be unique.';
  const settle = (body: object, more: readonly Fault[]) => {
    try {
      return new RequestDraft(Body, body, SETTINGS).validated(more);
    } catch (error) {
      return shownFaults((error as Invalid).faults);
    }
  };

  it('has the valid fields', () => {
    const body = { label: '', description: 'a', parts: [{}], part: { label: 'a' } };
    expect(new RequestDraft(Body, body, SETTINGS).valid).toEqual({ description: 'a', part: { label: 'a' } });
  });

  it('is refused for all faults, in the order of the fields', () => {
    const more = [refused('parts[0].label', 'username_taken'), refused('label', 'username_taken')];
    expect(settle(LABEL, more)).toEqual([fault('label', taken), fault('parts[0].label', taken)]);
    expect(settle({ ...LABEL, numbers: [6] }, more)).toEqual([
      fault('label', taken),
      fault('numbers[0]', 'Must be 0-5'),
      fault('parts[0].label', taken),
    ]);
    expect(settle({ ...LABEL, numbers: [6] }, more.slice(1))).toEqual([
      fault('label', taken),
      fault('numbers[0]', 'Must be 0-5'),
    ]);
  });

  it('is the request without faults', () => {
    expect(settle(LABEL, [])).toEqual(LABEL);
  });
});

describe("the check of a handler's parameters", () => {
  const pipe = new CheckRequestPipe(SETTINGS);
  it.each<[string, Parameters<CheckRequestPipe['transform']>[1], boolean]>([
    ['a body of a class', { type: 'body', metatype: Body }, true],
    ['a body of any form', { type: 'body', metatype: Object }, false],
    ['a body without a type', { type: 'body' }, false],
    ['a query', { type: 'query', metatype: Body }, false],
    ['what a decorator made', { type: 'custom', metatype: Body }, false],
  ])('%s', (_reason, parameter, refuses) => {
    const value = { label: '' };
    if (refuses) expect(() => pipe.transform(value, parameter)).toThrow(Invalid);
    else expect(pipe.transform(value, parameter)).toBe(value);
  });

  it('gives an instance of the class', () => {
    expect(pipe.transform(LABEL, { type: 'body', metatype: Body })).toBeInstanceOf(Body);
  });
});

const NULL = { type: 'object', nullable: true, enum: [null] };

describe('a field in the OpenAPI document', () => {
  const said = (key: string) =>
    Reflect.getMetadata('swagger/apiModelProperties', Body.prototype, key) as object;
  it.each<[string, string, object]>([
    ['required', 'label', { required: true, type: 'string', minLength: 1, maxLength: 3 }],
    ['null counts as absent', 'host', { required: false, nullable: true, type: 'string' }],
    ['null clears', 'name', { required: false, nullable: true }],
    ['what it is', 'flag', { description: 'Up or down', example: true, deprecated: true, type: 'boolean' }],
    ['a part', 'part', { required: false, anyOf: [{ $ref: getSchemaPath(Part) }, NULL] }],
    ['parts', 'parts', { required: false, isArray: true, nullable: true }],
  ])('%s', (_reason, key, expected) => {
    expect(said(key)).toMatchObject(expected);
  });

  it('a required field is not nullable', () => {
    expect(said('label')).not.toHaveProperty('nullable');
  });

  it('the class of parts', () => {
    expect((said('parts') as { type: () => unknown }).type()).toBe(Part);
  });
});
