const AREAS = ['vpc', 'profile', 'account', 'domain', 'image', 'auth', 'platform', 'events'];
const BELOW_AREAS = ['instances', 'access'];
/** The part of events that records them is below the areas: its files but those that bring its two parts together. */
const RECORDS_EVENTS = '^src/events/[^/]+$';
const JOINS_EVENTS = '^src/events/events\\.(module|area)\\.ts$';
const anyOf = (names) => `(${names.join('|')})`;

const layers = [
  {
    name: 'areas-do-not-import-each-other',
    comment: 'Code that two areas share belongs in instances, access or shared. Each may record events.',
    from: { path: `^src/${anyOf(AREAS)}/` },
    to: { path: `^src/${anyOf(AREAS)}/`, pathNot: ['^src/$1/', RECORDS_EVENTS] },
  },
  {
    name: 'below-the-areas-only-shared',
    comment: 'instances and access import only shared and database, not each other and nothing above them.',
    from: { path: `^src/${anyOf(BELOW_AREAS)}/` },
    to: { path: '^src/', pathNot: ['^src/$1/', '^src/(shared|database)/'] },
  },
  {
    name: 'what-records-events-imports-only-shared',
    from: { path: RECORDS_EVENTS, pathNot: JOINS_EVENTS },
    to: { path: '^src/', pathNot: [RECORDS_EVENTS, '^src/(shared|database)/'] },
  },
  {
    name: 'events-is-joined-in-its-module',
    from: { path: '^src/', pathNot: ['^src/app\\.areas\\.ts$', JOINS_EVENTS] },
    to: { path: JOINS_EVENTS },
  },
  {
    name: 'shared-imports-no-area',
    comment: 'Lists, limits and metrics need the database; shared imports no other folder of src.',
    from: { path: '^src/shared/' },
    to: { path: '^src/', pathNot: '^src/(shared|database)/' },
  },
  {
    name: 'database-imports-errors-and-settings',
    from: { path: '^src/database/' },
    to: {
      path: '^src/',
      pathNot: [
        '^src/database/',
        '^src/shared/(errors|config|package-root|limits/(turns|long-lists|unread-answers))',
      ],
    },
  },
  {
    name: 'the-driver-is-the-database-s-own',
    comment: 'Other folders import only the files directly in database/.',
    from: { path: '^src/', pathNot: '^src/database/' },
    to: { path: '^src/database/driver/' },
  },
  {
    name: 'the-embedded-server-stands-alone',
    from: { path: '^src/embedded-postgres/' },
    to: { path: '^src/', pathNot: '^src/(embedded-postgres|shared)/' },
  },
  {
    name: 'nothing-imports-the-top',
    comment:
      'main, app.*, schedule and admin assemble the service, signer is a program of its own; no other folder imports them.',
    from: { path: '^src/[^/]+/', pathNot: '^src/(schedule|admin|signer)/' },
    to: { path: '^src/([^/]+\\.ts$|schedule/|admin/|signer/)' },
  },
  {
    name: 'area-files-are-for-the-app-alone',
    comment: 'app.areas.ts lists the area files, and Nest injects the list.',
    from: { path: '^src/', pathNot: '^src/app\\.areas\\.ts$' },
    to: { path: '\\.area\\.ts$' },
  },
  {
    name: 'access-and-schedule-name-no-area',
    from: { path: '^src/(access|schedule)/' },
    to: { path: `^src/${anyOf([...AREAS, 'instances'])}/` },
  },
  {
    name: 'instances-through-its-port',
    from: { path: '^src/', pathNot: '^src/instances/' },
    to: { path: '^src/instances/', pathNot: '^src/instances/instances\\.(port|area)\\.ts$' },
  },
];

const suffixes = [
  {
    name: 'rules-are-pure',
    from: { path: '\\.rules\\.ts$' },
    to: {
      path: [
        'node_modules/(@nestjs|typeorm|pg|express)/',
        '\\.(entity|controller|requests?|repository|service)\\.ts$',
      ],
    },
  },
  {
    name: 'controllers-know-no-database',
    comment: 'A controller may import the description of a list from a repository, for the OpenAPI document.',
    from: { path: '\\.controller\\.ts$' },
    to: { path: ['node_modules/(typeorm|pg)/', '\\.entity\\.ts$', '^src/database/'] },
  },
  {
    name: 'repositories-and-entities-know-no-http',
    comment: 'Only the type of a row may come from the file of its view.',
    from: { path: '\\.(repository|entity)\\.ts$' },
    to: {
      path: [
        'node_modules/(@nestjs/swagger|class-validator|class-transformer|express)/',
        '\\.(requests?|view|controller)\\.ts$',
      ],
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'the-database-is-in-one-place',
    comment:
      'Entities describe columns with TypeORM, repositories use its operators (In, LessThan); only database/ handles ' +
      'connections.',
    from: { path: '^src/', pathNot: ['^src/database/', '\\.(entity|repository)\\.ts$'] },
    to: { path: 'node_modules/typeorm/', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'pg-is-the-driver-s-own',
    comment: 'The signer has a role of its own in the database, and four tables.',
    from: { path: '^src/', pathNot: '^src/(database|signer)/' },
    to: { path: 'node_modules/pg/' },
  },
];

const hygiene = [
  {
    name: 'no-cycles',
    from: { path: '^src/' },
    to: { circular: true },
  },
  { name: 'no-tests-in-the-product', from: { path: '^src/' }, to: { path: '^(test|bench)/' } },
  { name: 'resolvable', from: {}, to: { couldNotResolve: true } },
  {
    name: 'no-development-packages-in-the-product',
    from: { path: '^src/' },
    to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'] },
  },
];

/** The directions of imports in docs/architecture.md: a file that imports against them fails the check. */
export default {
  forbidden: [...layers, ...suffixes, ...hygiene].map((rule) => ({ severity: 'error', ...rule })),
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
