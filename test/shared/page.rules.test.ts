import type { Invalid } from '../../src/shared/errors/errors.js';
import { shownFaults } from '../support/faults-of.js';
import { Faults } from '../../src/shared/errors/faults.js';
import {
  limitAndOffset,
  pageOfListed,
  pageRequest,
  type QueryValue,
} from '../../src/shared/lists/page.rules.js';

/** The requested page, or the faults of the query. */
function asked(query: Record<string, QueryValue>): unknown {
  const faults = new Faults();
  const request = pageRequest(query, faults);
  try {
    faults.throwIfAny();
    return request;
  } catch (error) {
    return shownFaults((error as Invalid).faults);
  }
}

const page = { field: 'page', reason: 'Must be 1-9007199254740991' };
const pageSize = { field: 'page_size', reason: 'Must be 1-500' };

describe('[D-04] [D-05] the page of a query', () => {
  it.each([
    ['the defaults', {}, { page: 1, pageSize: 100 }],
    ['the least', { page: '1', page_size: '1' }, { page: 1, pageSize: 1 }],
    ['the most', { page: '9007199254740991', page_size: '500' }, { page: 9007199254740991, pageSize: 500 }],
    ['leading zeros', { page: '007' }, { page: 7, pageSize: 100 }],
    ['[D-06] other keys', { size: 'x', Page: '0' }, { page: 1, pageSize: 100 }],
  ])('%s', (_reason, query, expected) => {
    expect(asked(query)).toEqual(expected);
  });
});

describe('[D-06] invalid pages', () => {
  it.each([
    ['zero', { page: '0' }, [page]],
    ['one above the maximum', { page: '9007199254740992' }, [page]],
    ['17 digits', { page: '00000000000000001' }, [page]],
    ['a sign', { page: '+1' }, [page]],
    ['a fraction', { page: '1.0' }, [page]],
    ['a letter after it', { page: '1x' }, [page]],
    ['a space before it', { page: ' 1' }, [page]],
    ['empty', { page: '' }, [page]],
    ['repeated', { page: ['1', '2'] }, [page]],
    ['repeated once', { page: ['1'] }, [page]],
    ['a size of zero', { page_size: '0' }, [pageSize]],
    ['a size of 501', { page_size: '501' }, [pageSize]],
    ['[D-27] both', { page_size: '0', page: 'x' }, [page, pageSize]],
  ])('%s', (_reason, query, faults) => {
    expect(asked(query)).toEqual(faults);
  });
});

it.each([
  ['the first', 1, 100, [100, 0]],
  ['the second', 2, 100, [100, 100]],
  ['a far one', 120, 25, [25, 2975]],
])('[D-05] %s page: the number of its rows, and of the rows before it', (_reason, number, size, expected) => {
  expect(limitAndOffset({ page: number, pageSize: size })).toEqual(expected);
});

describe('[D-07] the envelope', () => {
  const item = { id: 7 };
  const row = (results: number) => ({ ...item, listed: true, results });
  const empty = { results: 5, listed: null };
  it.each([
    ['nothing found', [{ results: 0, listed: null }], 1, { data: [], page: 1, pages: 1, results: 0 }],
    ['no caller', [], 1, { data: [], page: 1, pages: 1, results: 0 }],
    ['a full page of more', [row(5), row(5)], 1, { data: [item, item], page: 1, pages: 3, results: 5 }],
    ['[D-04] past the end', [empty], 9, { data: [], page: 9, pages: 3, results: 5 }],
    ['a full page', [row(4)], 2, { data: [item], page: 2, pages: 2, results: 4 }],
  ])('%s', (_reason, rows, number, expected) => {
    expect(pageOfListed<object>(rows, { page: number, pageSize: 2 })).toEqual(expected);
  });
});
