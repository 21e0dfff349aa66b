import { plain, TYPEORM, Wire } from '../../src/database/driver/wire.js';
import { PreparedNames } from '../../src/database/driver/prepared-names.js';
import { keyedQuery, query } from '../../src/database/statement.js';

const ONE = query('test.one', 'SELECT one');

describe('the names of a session', () => {
  it('are one for each text, and a new one after the session has lost it', () => {
    const names = new PreparedNames();
    const statement = new Wire(true).statement(ONE, []);
    expect([names.of(statement), names.of(statement)]).toEqual(['test.one.1', 'test.one.1']);
    names.forget(statement.text);
    expect(names.of(statement)).toBe('test.one.2');
  });

  it('fit into the 63 bytes of a name', () => {
    const statement = new Wire(true).statement(query('x'.repeat(80), 'SELECT long'), []);
    expect(new PreparedNames().of(statement)).toBe(`${'x'.repeat(55)}.1`);
  });

  it('are at most 200 for texts of TypeORM', () => {
    const names = new PreparedNames();
    const wire = new Wire(true);
    const given = Array.from({ length: 201 }, (_, at) => names.of(wire.text(`SELECT ${at}`, [])));
    expect([given[0], given[199], given[200]]).toEqual(['typeorm.1', 'typeorm.200', undefined]);
    expect(names.of(wire.text('SELECT 199', []))).toBe('typeorm.200');
    expect(names.of(wire.statement(ONE, []))).toBe('test.one.201');
  });

  it('are undefined behind a pooler, and for a plain text', () => {
    const wire = new Wire(false);
    for (const statement of [wire.statement(ONE, []), wire.text('SELECT 1', []), plain('BEGIN')])
      expect(new PreparedNames().of(statement)).toBeUndefined();
  });
});

describe('a bound statement', () => {
  it('has the values of the statement; those of a keyed query are its keys', () => {
    const wire = new Wire(true);
    expect(wire.statement(ONE, [1, 2])).toEqual({ text: 'SELECT one', values: [1, 2], label: 'test.one' });
    const keyed = keyedQuery('test.keyed', ['text', 'text'], 'SELECT $1, $2');
    expect(wire.statement(keyed, ['a', 'b'])).toMatchObject({ text: 'SELECT $1, $2', values: ['a', 'b'] });
    const keys = [
      ['a', 'b'],
      ['c', 'd'],
    ];
    expect(wire.keyed(keyed, keys).values).toEqual([
      ['a', 'c'],
      ['b', 'd'],
    ]);
    expect(wire.text('SELECT 2', [3])).toMatchObject({ text: 'SELECT 2', values: [3], label: TYPEORM });
    expect(plain('BEGIN')).toEqual({ text: 'BEGIN', values: [], label: undefined });
  });
});
