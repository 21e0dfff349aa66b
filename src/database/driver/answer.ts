import pg from 'pg';
import { Unavailable } from '../../shared/errors/errors.js';
import type { Answer, BoundStatement } from './wire.js';

type Parser = (text: string) => unknown;

const asText: Parser = (text) => text;
/** By ISO 8601: in PostgreSQL's own form, `Date` takes the year 2 for 2002. */
const asDate: Parser = (text) => new Date(text.replace(' ', 'T').replace('+00', 'Z'));
const PARSERS: Readonly<Record<number, Parser>> = {
  [pg.types.builtins.INT8]: Number,
  [pg.types.builtins.NUMERIC]: Number,
  [pg.types.builtins.TIMESTAMPTZ]: asText,
};
const TYPEORM_PARSERS = { ...PARSERS, [pg.types.builtins.TIMESTAMPTZ]: asDate };

/**
 * Parses the values of one statement: bigint and numeric as number, timestamps as text, or as Date
 * for TypeORM. pg calls it for each row that arrives, so that other requests run between the rows
 * of a long result. When a parser throws, pg drops all later rows, and the statement fails with
 * that error.
 */
export class ValueParsers {
  /** The characters of all values so far. */
  bytes = 0;
  private readonly maxCharacters: number;
  private readonly parsers: Readonly<Record<number, Parser>>;

  constructor({ maxCharacters, isOfTypeOrm }: Pick<BoundStatement, 'maxCharacters' | 'isOfTypeOrm'> = {}) {
    this.maxCharacters = maxCharacters ?? Infinity;
    this.parsers = isOfTypeOrm ? TYPEORM_PARSERS : PARSERS;
  }

  /** @returns a parser that throws Unavailable when the values together have too many characters */
  readonly getTypeParser = (type: number): Parser => {
    const parse = this.parsers[type] ?? (pg.types.getTypeParser(type, 'text') as Parser);
    return (text) => {
      this.bytes += text.length;
      if (this.bytes > this.maxCharacters) throw this.tooLong();
      return parse(text);
    };
  };

  private tooLong(): Unavailable {
    const cause = new Error(`The result has more than ${this.maxCharacters} characters`);
    return new Unavailable('', undefined, { cause });
  }
}

type Result = pg.QueryArrayResult<unknown[]>;

/**
 * Makes objects from pg's rows of values.
 * @param results one per statement for a text of several statements, of which the last one is used
 */
export function answerOf(results: Result | Result[], { bytes }: ValueParsers): Answer {
  const { rows, fields, rowCount, command } = [results].flat().at(-1)!;
  return {
    rows: rows.map(rowMaker(fields.map(({ name }) => name))),
    rowCount: rowCount ?? 0,
    command,
    bytes,
  };
}

type RowMaker = (values: readonly unknown[]) => object;

const makers = new Map<string, RowMaker>();

/**
 * Compiles an object literal. Members that are set by name one after the other cost a tenth of a
 * list's time.
 * @param names of columns, from the service's own statements
 */
function rowMaker(names: readonly string[]): RowMaker {
  const key = names.join();
  const known = makers.get(key);
  if (known) return known;
  const members = names.map((name, at) => `${JSON.stringify(name)}: values[${at}]`);
  const maker = new Function('values', `return { ${members.join(', ')} };`) as RowMaker;
  makers.set(key, maker);
  return maker;
}
