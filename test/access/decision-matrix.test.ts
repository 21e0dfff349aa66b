import {
  requireEntityAndGrant,
  requireScopeAndRole,
  type CallerFacts,
  type EntityFacts,
} from '../../src/access/access.rules.js';
import type { EndpointRow } from '../../src/access/endpoint.js';
import { ENDPOINTS } from '../../src/access/endpoints.js';
import { OPEN_KINDS, type Named, type OpenKind } from '../../src/access/narrowing/narrowing.js';
import { GLOBAL_GRANTS } from '../../src/access/grants/grants.js';
import { InsufficientScope, ServiceError } from '../../src/shared/errors/errors.js';
import { statusOf } from '../../src/shared/http/response/errors.filter.js';
import { caller, entity } from '../support/access-facts.js';
import { expectGolden } from '../support/golden.js';

/** The kinds of callers, and their access to the path's entity. */
interface Kind {
  readonly presented?: boolean;
  readonly caller?: (endpoint: EndpointRow) => Partial<CallerFacts>;
  readonly entity?: Partial<EntityFacts>;
}

const restricted = (facts: Partial<CallerFacts> = {}) => ({ restricted: true, ...facts });
const readOnly = ({ scopes }: EndpointRow) =>
  scopes.map((scope) => scope.replace(/:.*/, ':read_only')).join(' ');
const readWrite = ({ scopes }: EndpointRow) =>
  scopes.map((scope) => scope.replace(/:.*/, ':read_write')).join(' ');

const narrowedTo = (openKinds: readonly OpenKind[]) => () => ({
  narrowing: { sources: null, unusedDays: null, unusedUntil: null, openKinds },
});
const narrowed = narrowedTo([]);
const WHOLE: Named = { names: null, types: null, actions: null };
const ACME: Named = { names: ['_acme-challenge', '_acme-challenge.*'], types: ['TXT'], actions: null };

const KINDS: Readonly<Record<string, Kind>> = {
  'no token': { presented: false },
  'bad token': { presented: true },
  'other scope': { caller: () => ({ scopes: 'lke:read_write' }) },
  'first scope': { caller: (endpoint) => ({ scopes: endpoint.scopes[0] ?? 'lke:read_write' }) },
  'ro scope': { caller: (endpoint) => ({ scopes: readOnly(endpoint) }) },
  'rw scope': { caller: (endpoint) => ({ scopes: readWrite(endpoint) }) },
  'foreign account': { caller: () => ({}), entity: { found: false } },
  'proxy user': { caller: () => ({ userType: 'proxy' }) },
  'no grant': { caller: () => restricted() },
  'ro grant': { caller: () => restricted(), entity: { permissions: 'read_only' } },
  'rw grant': { caller: () => restricted(), entity: { permissions: 'read_write' } },
  'add_* grants': { caller: () => restricted({ globalGrants: GLOBAL_GRANTS }) },
  'add_* + ro grant': {
    caller: () => restricted({ globalGrants: GLOBAL_GRANTS }),
    entity: { permissions: 'read_only' },
  },
  'ro admin': { caller: () => restricted({ accountAccess: 'read_only' }) },
  'rw admin': { caller: () => restricted({ accountAccess: 'read_write' }) },
  'narrowed to nothing': { caller: narrowed },
  'narrowed to it': { caller: narrowed, entity: { named: [WHOLE] } },
  'to ACME': {
    caller: narrowed,
    entity: { named: [ACME], record: { name: '_acme-challenge.www', type: 'TXT' } },
  },
  'ACME, another record': {
    caller: narrowed,
    entity: { named: [ACME], record: { name: 'www', type: 'TXT' } },
  },
  'narrowed to reading': {
    caller: narrowed,
    entity: { named: [{ ...WHOLE, actions: ['read'] }] },
  },
  'to all domains': { caller: narrowedTo(['domain']) },
  'to all VPCs': { caller: narrowedTo(['vpc']) },
  'to all images': { caller: narrowedTo(['image']) },
  'by source alone': { caller: narrowedTo(OPEN_KINDS) },
};

const LEGEND = `The decision on every endpoint for every kind of caller: D-20, D-29..D-32, D-39..D-47 and the table
"Access and events per endpoint" of the decisions. From "foreign account" on the token has every scope; from "no grant"
on the user is restricted and has nothing but what is named; from "narrowed to nothing" on the token is.

ok      let in: the handler goes on, and finds only what is the caller's
401     Invalid Token
403 s   the token's scope does not reach
403     Unauthorized: grant, admin role, kind of user
404     Not found: foreign, or hidden from a restricted user
`;

describe('the access decision', () => {
  it('[D-20] [D-45] [Authentication rule 2] is the golden matrix, for every endpoint and kind of caller', () => {
    const rows = Object.values(ENDPOINTS as Record<string, EndpointRow>).filter(
      // For the platform and an upload's address, there is no caller to decide about.
      ({ credential }) => credential === 'token' || credential === 'open',
    );
    const kinds = Object.entries(KINDS);
    const cells = rows.map((row) => [
      `${row.method} ${row.path}`,
      ...kinds.map(([, kind]) => outcome(row, kind)),
    ]);
    const table = aligned([['', ...kinds.map(([name]) => name)], ...cells]);
    expectGolden('test/access/decision-matrix.golden.txt', `${LEGEND}\n${table}\n`);
  });
});

function outcome(endpoint: EndpointRow, { presented, caller: facts, entity: access }: Kind): string {
  const who = facts && caller(facts(endpoint));
  try {
    requireScopeAndRole(endpoint, who, presented);
    if (who) requireEntityAndGrant(endpoint, who, entity(access));
    return 'ok';
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return `${statusOf(error)}${error instanceof InsufficientScope ? ' s' : ''}`;
  }
}

function aligned(table: readonly (readonly string[])[]): string {
  const widths = table[0]!.map((_, column) => Math.max(...table.map((row) => row[column]!.length)));
  return table
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
