import {
  capabilitiesOf,
  parseImageId,
  sizeMb,
  storedDescription,
} from '../../src/image/images/image.rules.js';

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
  ])('[D-115] %s is private: %s (%s)', (text, id) => {
    expect(parseImageId(text)).toEqual({ kind: 'private', id });
  });

  it.each(['public/debian12', 'Private/1', 'private', '15', 'private1/2', 'public/a/b'])(
    '[D-115] %s names a public image, if any',
    (text) => {
      expect(parseImageId(text)).toEqual({ kind: 'public', publicId: text });
    },
  );
});

it.each([
  [1, 1],
  [1048575, 1],
  [1048576, 1],
  [1048577, 2],
  [10737418240, 10240],
])('[D-121] %i bytes are %i MB', (bytes, mb) => {
  expect(sizeMb(bytes)).toBe(mb);
});

it('[D-120] capabilities say whether there is cloud-init', () => {
  expect(capabilitiesOf(true)).toEqual(['cloud-init']);
  expect(capabilitiesOf(false)).toEqual([]);
});

it.each([
  ['', null],
  [null, null],
  [undefined, null],
  [' ', ' '],
])('[D-119] the description %p is stored as %p', (description, stored) => {
  expect(storedDescription(description)).toBe(stored);
});
