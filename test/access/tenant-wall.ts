import { ANY_CALLER, CALLER, granted } from '../../src/access/caller.js';

/**
 * The parts of a statement that find its caller and the caller's grants. They don't restrict its
 * rows.
 */
const CALLER_TEXTS = [
  CALLER,
  ANY_CALLER,
  'FROM tokens t JOIN users u ON u.id = t.user_id JOIN accounts a ON a.id = u.account_id',
  'JOIN tokens t ON t.token_hash = presented.token_hash JOIN users u ON u.id = t.user_id JOIN accounts a ON a.id = u.account_id',
  'LEFT JOIN grants granted ON u.restricted AND granted.user_id = u.id',
];
const GRANTED = (['vpc', 'domain', 'image'] as const).map((kind) => {
  const [before = '', between = '', after = ''] = granted(kind, 'ID').split('ID');
  return new RegExp([before, between, after].map(quoted).join('[\\w.$]+'), 'g');
});

function quoted(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function withoutCaller(text: string): string {
  let left = text;
  for (const part of CALLER_TEXTS) left = left.replaceAll(part, '');
  for (const part of GRANTED) left = left.replace(part, 'true');
  return left;
}

/** The tables that a text names, in alphabetical order. */
export function tablesIn(text: string): string[] {
  const names = withoutCaller(text).matchAll(
    /(?:\b(?:FROM|JOIN|UPDATE|INTO|USING)|,)\s+"?(?:public\.)?(\w+)"?/g,
  );
  return [...new Set(Array.from(names, ([, name]) => name!))].sort();
}

const COMPARED = /\b(account_id|user_id)"?(::\w+)? *(=|IN\b)/;
const COMPARED_WITH = /= *(ANY *)?\(? *("?\w+"?\.)?"?(account_id|user_id)\b/;
const INSERTED = /^\s*INSERT INTO "?\w+"? ?\([^)]*\b(account_id|user_id)\b/;
const INSERTED_VALUES = /^\s*INSERT\b(?!.*\bSELECT\b)/s;
const OWN_ID = /\bid"? *= *(\$|caller\.)/;

/**
 * Whether a condition of the text restricts its rows to an account or a user. An INSERT does so in
 * a column.
 */
export function namesTenant(text: string, tables: readonly string[]): boolean {
  const left = withoutCaller(text);
  if ([COMPARED, COMPARED_WITH, INSERTED, INSERTED_VALUES].some((form) => form.test(left))) return true;
  // In these tables, the id itself is that of the user or the account.
  return ['users', 'accounts'].includes(tables.join()) && OWN_ID.test(left);
}

/** A text without an account or a user: its table, a part of its condition, and the reason. */
interface Exception {
  readonly table: string;
  readonly condition: string;
  readonly why: string;
}

/** A closed list: every other text names its account or its user. */
export const EXCEPTIONS: readonly Exception[] = [
  {
    table: 'tokens',
    condition: '"client_id" = $',
    why: 'a deleted application ends the tokens of all users who authorized it',
  },
  {
    table: 'tokens',
    condition: '"authorized_app_id" = $',
    why: 'the application was found among those of the user, in the same transaction',
  },
  { table: 'users', condition: '"UserEntity"."id" = ANY($', why: 'the owners of tokens that were just read' },
  {
    table: 'accounts',
    condition: 'UPDATE accounts SET vpc_count = vpc_count + 1 WHERE id = $1',
    why: 'the row of the account itself, and the VPC gets its id from it',
  },
  {
    table: 'domains',
    condition: 'd.domain = ANY ($1::text[])',
    why: 'a claim asks which account has the name above',
  },
  {
    table: 'domains',
    condition: 'd.id = $',
    why: 'all who may read the zone read the same: the caller was decided on before',
  },
  {
    table: 'events',
    condition: '"EventEntity"."id" = $',
    why: 'the id is the one that the image keeps of its own event',
  },
];

export function exceptionOf(text: string, tables: readonly string[]): Exception | undefined {
  return EXCEPTIONS.find(({ table, condition }) => tables.includes(table) && text.includes(condition));
}
