import { readSettings } from '../../src/shared/config/settings.js';
import { reasonText } from '../../src/shared/validation/rule.js';
import {
  bytesOfMb,
  capabilitiesOf,
  imageDescription,
  imageLabel,
  imageRegion,
  MAX_UPLOAD_BYTES,
  parseImageId,
  privateImageId,
  sizeMb,
  storedDescription,
} from '../../src/image/image.rules.js';

describe('image ids', () => {
  it.each<[string, number | undefined, string]>([
    ['private/1', 1, 'the smallest'],
    ['private/9007199254740991', 9007199254740991, 'the largest (D-08)'],
    ['private/9007199254740992', undefined, 'beyond the largest'],
    ['private/99999999999999999', undefined, 'too many digits'],
    ['private/0', undefined, 'zero'],
    ['private/01', undefined, 'a leading zero'],
    ['private/-1', undefined, 'a sign'],
    ['private/1.0', undefined, 'no integer'],
    ['private/', undefined, 'nothing'],
    ['private/1/2', undefined, 'one more part'],
    ['private/one', undefined, 'a word'],
  ])('[D-115] %s is private, number %s: %s', (text, id) => {
    expect(parseImageId(text)).toEqual({ kind: 'private', id });
  });

  it.each(['public/debian12', 'Private/1', 'private', '15', 'private1/2', 'public/a/b'])(
    '[D-115] %s names a public image',
    (text) => {
      expect(parseImageId(text)).toEqual({ kind: 'public', publicId: text });
    },
  );
});

it('[D-115] the id of a private image parses back to its number', () => {
  expect(privateImageId(15)).toBe('private/15');
  expect(parseImageId(privateImageId(15))).toEqual({ kind: 'private', id: 15 });
});

it.each([
  [0, 0],
  [1, 1],
  [1048575, 1],
  [1048576, 1],
  [1048577, 2],
  [10737418240, 10240],
])('[D-121] %i bytes are %i MB', (bytes, mb) => {
  expect(sizeMb(bytes)).toBe(mb);
});

it('[D-120] cloud_init decides the capabilities', () => {
  expect(capabilitiesOf(true)).toEqual(['cloud-init']);
  expect(capabilitiesOf(false)).toEqual([]);
});

it.each([
  ['', null],
  [null, null],
  [undefined, null],
  [' ', ' '],
])('[D-119] stores the description %p as %p', (description, stored) => {
  expect(storedDescription(description)).toBe(stored);
});

it('[D-121] MB are MiB', () => {
  expect(bytesOfMb(0)).toBe(0);
  expect(bytesOfMb(3)).toBe(3_145_728);
});

it('[Images rule 3] [D-128] the largest upload is 5 GiB', () => {
  expect(MAX_UPLOAD_BYTES).toBe(5_368_709_120);
});

describe('[D-126] the region of an upload', () => {
  it.each<[string, unknown, string | undefined]>([
    ['exists', 'us-east', undefined],
    ['is the last of the table', 'br-gru', undefined],
    ['is unknown', 'moon', 'region is not valid'],
    ['is upper case', 'US-EAST', 'region is not valid'],
    ['is empty', '', 'region is not valid'],
    ['is no string', 1, 'region is not valid'],
  ])('%s', (_, region, fault) => {
    expect(reasonText(imageRegion().check(region, 'region', readSettings({})))).toBe(fault);
  });
});

it('[D-118] [D-119] the OpenAPI document states the same limits', () => {
  expect(imageLabel().schema).toEqual({ type: 'string', minLength: 1, maxLength: 128 });
  expect(imageDescription().schema).toEqual({ type: 'string', minLength: 0, maxLength: 65000 });
  expect(imageRegion().schema.type).toBe('string');
});
