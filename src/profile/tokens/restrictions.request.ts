import { RECORD_ACTIONS, type RecordAction } from '../../access/narrowing/narrowing.js';
import { Field } from '../../shared/validation/field.decorator.js';
import { notValid, type Rule } from '../../shared/validation/rule.js';
import { integer, list, objects, oneOf, reference, text } from '../../shared/validation/rules.js';
import { ALL } from './restrictions.js';
import { imageNumber, networkOf, patternOf, NARROWABLE_TYPES } from './restrictions.rules.js';

/** A domain, or some of its records, that a token names. */
class DomainRestrictionRequest {
  @Field(reference(), { refusesNull: true, description: 'Or `domain`.', example: 15 })
  id?: number;

  @Field(text(1, 1000), { refusesNull: true, description: 'Or `id`.' })
  domain?: string;

  @Field(some(parsed(patternOf)), {
    refusesNull: true,
    description:
      'Names of records relative to the domain, `@` for its own; `*` stands for one or more labels. Without it: all.',
    example: ['_acme-challenge', '_acme-challenge.*'],
  })
  names?: string[];

  @Field(some(oneOf(NARROWABLE_TYPES)), {
    refusesNull: true,
    description: 'Without it: all.',
    example: ['TXT'],
  })
  types?: string[];

  @Field(some(oneOf(RECORD_ACTIONS)), {
    refusesNull: true,
    description: 'What the token may do with these records. Without it: all.',
    example: ['read', 'create', 'delete'],
  })
  actions?: RecordAction[];
}

const REACH = 'One of `domains`, `vpcs`, `images` closes the other two, and everything else. `*`:';

/** What a token is narrowed to (D-237, D-279). */
export class RestrictionsRequest {
  @Field(some(parsed(networkOf)), {
    refusesNull: true,
    description: 'Addresses and networks (CIDR) that requests must come from. Without it: all.',
    example: ['192.0.2.0/24', '2001:db8::/32'],
  })
  sources?: string[];

  @Field(orAll(objects()), {
    refusesNull: true,
    of: DomainRestrictionRequest,
    description: `${REACH} all domains, and creating them.`,
  })
  domains?: DomainRestrictionRequest[] | typeof ALL;

  @Field(orAll(list(reference())), {
    refusesNull: true,
    description: `Ids of VPCs. ${REACH} all VPCs, and creating them.`,
    example: [123],
  })
  vpcs?: number[] | typeof ALL;

  @Field(orAll(list(parsed(imageNumber))), {
    refusesNull: true,
    description: `Ids of private images. ${REACH} all private images, and creating them.`,
    example: ['private/15'],
  })
  images?: string[] | typeof ALL;

  @Field(integer(1, 3650), {
    refusesNull: true,
    description: 'The token ends when it was not used for so many days.',
  })
  unused_days?: number;
}

/** A list, or `*` for all. */
function orAll({ schema, check }: Rule): Rule {
  return {
    schema: { oneOf: [schema, { type: 'string', enum: [ALL] }] },
    check: (value, key, settings) => (value === ALL ? undefined : check(value, key, settings)),
  };
}

/** A list that is not empty: an empty one could be read as all or as none. */
function some(entry: Rule): Rule {
  const { schema, check } = list(entry);
  return {
    schema: { ...schema, minItems: 1 },
    check: (value, key, settings) =>
      Array.isArray(value) && value.length === 0 ? notValid(key) : check(value, key, settings),
  };
}

/** A text that has a parsed form. */
function parsed(parse: (value: string) => unknown): Rule {
  return {
    schema: { type: 'string' },
    check: (value, key) =>
      typeof value === 'string' && parse(value) !== undefined ? undefined : notValid(key),
  };
}
