import type { SchemaObject } from '@nestjs/swagger';
import { nullable } from '../../shared/openapi/nullable.js';
import { MAX_NAME_LENGTH } from '../names.rules.js';
import { RECORD } from '../records/record.resource.js';
import { RECORD_SCHEMAS } from '../records/record-fields.rules.js';

type FieldName = keyof typeof RECORD_SCHEMAS;

const described = Object.entries(RECORD_SCHEMAS).map(([field, schema]) => [
  field,
  { ...schema, description: RECORD.describe(field as FieldName) },
]);
const { type, name, ...OTHERS } = Object.fromEntries(described) as Record<FieldName, SchemaObject>;
const { service, protocol, ...MEMBER } = OTHERS;
/** The id of a record. */
export const ID_SCHEMA = { type: 'integer', minimum: 1 } as const;

/** What is not required may be null, as in the requests of one record (D-15). */
function object(properties: Record<string, SchemaObject>, required: string[]): SchemaObject {
  const schemas = Object.entries(properties).map(([name, schema]) => [
    name,
    required.includes(name) ? schema : nullable(schema),
  ]);
  return { type: 'object', properties: Object.fromEntries(schemas) as typeof properties, required };
}

/** The schema of an entry of a change set, with its four forms (D-240). */
export const CHANGE_SCHEMA: SchemaObject = {
  oneOf: [
    object(
      {
        replace: {
          // The name of an SRV set is built of two fields, and may be longer than that of a record.
          ...object({ type, name: { ...name, maxLength: MAX_NAME_LENGTH } }, ['type', 'name']),
          description:
            'The set of this type and name, which becomes exactly the records in `with`. An unchanged record keeps its id. The name of the ' +
            'apex is `""` or `@`. The name of an SRV set is `_service._protocol`, or that with a name behind it.',
        },
        with: {
          type: 'array',
          items: object(MEMBER, ['target']),
          description: 'Records without type and name of their own; `[]` deletes the set.',
        },
      },
      ['replace', 'with'],
    ),
    object(
      {
        create: {
          ...object({ type, name, service, protocol, ...MEMBER }, ['type', 'target']),
          description: 'A new record, as for POST of a record.',
        },
      },
      ['create'],
    ),
    object(
      {
        update: { ...ID_SCHEMA, description: 'The id of a record.' },
        to: {
          ...object({ name, ...OTHERS }, []),
          description: 'The fields that change, as for PUT of a record.',
        },
      },
      ['update', 'to'],
    ),
    object({ delete: { ...ID_SCHEMA, description: 'The id of a record.' } }, ['delete']),
  ],
};
