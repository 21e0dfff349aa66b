import pg from 'pg';

/** A column of an answer. */
export interface Column {
  readonly name: string;
  readonly dataTypeID: number;
}

/** Makes a row of what came for it, null where there was nothing. */
export type MakeRow = (values: readonly (string | null)[]) => unknown;

const asText = (text: string) => text;
const PARSERS: Readonly<Record<number, (text: string) => unknown>> = {
  [pg.types.builtins.INT8]: Number,
  [pg.types.builtins.NUMERIC]: Number,
  [pg.types.builtins.TIMESTAMPTZ]: asText,
};

/** By columns: as many as there are different lists of columns in the statements. */
const makers = new Map<string, MakeRow>();

/** What makes objects of rows with these columns: bigint and numeric as number, timestamps as text. */
export function rowMaker(columns: readonly Column[]): MakeRow {
  const key = columns.map(({ name, dataTypeID }) => `${name} ${dataTypeID}`).join();
  let make = makers.get(key);
  if (!make) makers.set(key, (make = makerOf(columns)));
  return make;
}

/** Code, as only an object literal has its shape from the start; the names are those of our own statements. */
function makerOf(columns: readonly Column[]): MakeRow {
  const fields = columns.map(
    ({ name }, index) =>
      `${JSON.stringify(name)}: v[${index}] === null ? null : parsers[${index}](v[${index}])`,
  );
  const parsers = columns.map(
    ({ dataTypeID: type }) => PARSERS[type] ?? pg.types.getTypeParser(type, 'text'),
  );
  const outer = new Function('parsers', `return (v) => ({ ${fields.join(', ')} })`) as (
    of: unknown,
  ) => MakeRow;
  return outer(parsers);
}
