import { links } from '../../src/shared/http/response/links.rules.js';

describe('[D-236] the links of a list', () => {
  const to = (rel: string, position: string) => `</v4/vpcs?${position}&page_size=25>; rel="${rel}"`;
  it.each([
    ['of its only page', { page: 1, pages: 1 }, [to('first', 'page=1'), to('last', 'page=1')]],
    [
      'of its first page',
      { page: 1, pages: 3 },
      [to('first', 'page=1'), to('next', 'page=2'), to('last', 'page=3')],
    ],
    [
      'of a page between',
      { page: 2, pages: 3 },
      [to('first', 'page=1'), to('prev', 'page=1'), to('next', 'page=3'), to('last', 'page=3')],
    ],
    [
      'of its last page',
      { page: 3, pages: 3 },
      [to('first', 'page=1'), to('prev', 'page=2'), to('last', 'page=3')],
    ],
    [
      'beyond its end: `prev` is the last page',
      { page: 900, pages: 3 },
      [to('first', 'page=1'), to('prev', 'page=3'), to('last', 'page=3')],
    ],
    ['by a cursor', { next_cursor: 'abc' }, [to('first', 'cursor='), to('next', 'cursor=abc')]],
    ['by the last cursor', { next_cursor: null }, [to('first', 'cursor=')]],
  ])('%s', (_reason, answer, expected) => {
    expect(links('/v4/vpcs', 25, answer).split(', ')).toEqual(expected);
  });
});
