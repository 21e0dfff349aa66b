import pg from 'pg';
import type { Answer } from './wire.js';

type Parser = (text: string) => unknown;

const asText: Parser = (text) => text;
const PARSERS: Readonly<Record<number, Parser>> = {
  [pg.types.builtins.INT8]: Number,
  [pg.types.builtins.NUMERIC]: Number,
  [pg.types.builtins.TIMESTAMPTZ]: asText,
};

/** Makes pg return texts, so that `answerOf` can measure the values before it parses them. */
export const TEXT_TYPES = { getTypeParser: () => asText } as unknown as pg.CustomTypesConfig;

type Result = pg.QueryArrayResult<(string | null)[]>;

/**
 * Makes objects from pg's rows of texts: bigint and numeric as number, timestamps as text.
 * @param results one per statement for a text of several statements, of which the last one is used
 */
export function answerOf(results: Result | Result[]): Answer {
  const { rows, fields, rowCount, command } = [results].flat().at(-1)!;
  const names = fields.map(({ name }) => name);
  const parsers = fields.map(
    ({ dataTypeID: type }) => PARSERS[type] ?? (pg.types.getTypeParser(type, 'text') as Parser),
  );
  let bytes = 0;
  const made = rows.map((values) => {
    const row: Record<string, unknown> = {};
    for (let at = 0; at < names.length; at++) {
      const text = values[at]!;
      if (text === null) row[names[at]!] = null;
      else {
        bytes += text.length;
        row[names[at]!] = parsers[at]!(text);
      }
    }
    return row;
  });
  return { rows: made, rowCount: rowCount ?? 0, command, bytes };
}
