import {
  arrayField,
  booleanField,
  numberField,
  stringField,
  timeField,
  type Fields,
} from '../../src/shared/lists/filter.js';

/** A field of each type, by a column of one letter. */
export const FIELDS: Fields = {
  id: numberField('i'),
  label: stringField('l'),
  domain: stringField('d', { normalise: (value) => value.toLowerCase() }),
  status: stringField('u', { orderable: false }),
  size: numberField('s'),
  is_public: booleanField('p'),
  created: timeField('c'),
  tags: arrayField('t'),
};
