// The architecture, as rules that the build checks. `docs/architecture.md` draws it.

/** What each module may use besides itself and the ground floor: `platform`, and the pure `matching`, `titles`, `catalogue`, `table-reading`, `queries`. */
const uses = {
  tenancy: ['operations'],
  billing: ['operations', 'tenancy'],
  follows: ['tenancy', 'signals'],
  enrichment: ['billing', 'tenancy', 'follows', 'privacy'],
  signals: ['tenancy'],
  privacy: ['billing', 'tenancy'],
  records: ['tenancy', 'follows', 'privacy', 'operations', 'imports'],
  company: ['billing', 'tenancy', 'enrichment', 'signals'],
  person: ['billing', 'tenancy', 'enrichment', 'company', 'signals', 'privacy'],
  prospecting: ['operations', 'billing', 'tenancy', 'company', 'person', 'privacy'],
  imports: ['operations', 'tenancy', 'follows', 'company', 'person', 'signals', 'privacy'],
  search: ['billing', 'tenancy', 'enrichment', 'company', 'person'],
  mcp: ['billing', 'tenancy', 'enrichment', 'company', 'person', 'signals', 'prospecting'],
  demo: ['billing', 'tenancy', 'imports', 'prospecting'],
  console: [],
  health: [],
  operations: [],
  backup: [],
  coverage: ['imports'],
  admin: [
    'operations',
    'billing',
    'tenancy',
    'follows',
    'imports',
    'records',
    'privacy',
    'prospecting',
    'health',
    'backup',
    'coverage',
    'search',
    'app',
  ],
  operator: ['operations', 'billing', 'tenancy', 'follows', 'imports', 'privacy', 'prospecting', 'health', 'coverage'],
  app: [],
};

const modules = Object.keys(uses);
const anyModule = modules.join('|');

/** Pure parts that other modules share: what an operation of an operator is, how an import is watched, queries, what a suppression says, why a charge was made, and the answers of enrichments. */
const shared =
  'with-database|operation|bulk-import|import-summary|import-events|signal-types|query-evaluator|suppression|credit-amounts|charge-explanation|charged-answer|charged-endpoint|stored-answer|answer-packing|answer-size|enrichment-answer|match-conditions|record-lookup|unmatched-reasons';

/** The files through which others use the matching: keys, comparisons and readings of names, addresses and pages. The rest is internal. */
const doorsOfMatching = [
  'nothing|text|record-identifier',
  'companies/(company-name|similar-names|word-counts)',
  'emails/(address-owner|email|local-part|mail-providers)',
  'names/(colleague-names|family-name-start|name-comparison|person-name)',
  'persons/(employers|person-match|score-calibration)',
  'urls/(profile-url|website)',
].join('|');

/** What the assessment of prospects uses of others: pure functions and an error. */
const valuesOnly = 'query-evaluator|command-error|refusal|database/text';

/** The files through which a module is entered: its module file, what that exports, its wire shapes and catalogue. */
const door = `(\\.(module|service|repository|dto|reader|sql|operations)|/(${shared}))\\.ts$`;

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-folder-cycles', scope: 'folder', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'platform-knows-no-module',
      severity: 'error',
      from: { path: '^src/platform/' },
      to: { path: `^src/(${anyModule}|matching|titles|catalogue|table-reading|queries)/` },
    },
    {
      name: 'matching-is-pure',
      comment:
        'Normalising and matching are functions over values; the only packages they need are the public suffix list and a transliteration table.',
      severity: 'error',
      from: { path: '^src/matching/', pathNot: '\\.spec\\.ts$' },
      to: {
        pathNot:
          '^(src/matching/|src/platform/(database/text|tables/table)\\.ts$|node_modules/(tldts|any-ascii)|(node:)?(crypto|net|url|punycode)$)',
      },
    },
    {
      name: 'table-reading-is-pure',
      comment:
        'The service and the console read the same files with it, so it needs bytes only, and nothing of Node or of the browser.',
      severity: 'error',
      from: { path: '^src/table-reading/', pathNot: '\\.spec\\.ts$' },
      to: { pathNot: '^(src/table-reading/|node_modules/(@zip\\.js/zip\\.js|saxes)/)' },
    },
    {
      name: 'matching-is-entered-by-its-doors',
      severity: 'error',
      from: { path: '^(src|console/src|client/src)/', pathNot: '^src/matching/' },
      to: { path: '^src/matching/', pathNot: `^src/matching/(${doorsOfMatching})\\.ts$` },
    },
    {
      name: 'assessment-is-pure',
      comment: 'Scores, ranks and explains prospects: pure functions over values that are already read.',
      severity: 'error',
      from: { path: '^src/prospecting/assessment/', pathNot: '\\.(spec|fixture)\\.ts$' },
      to: {
        path: '^(src/(?!prospecting/assessment/)|node_modules/)',
        pathNot: `^src/(matching|titles)/|/(${valuesOnly})\\.ts$|^node_modules/(zod|lru-cache)/`,
      },
    },
    ...modules.map((module) => ({
      name: `${module}-uses-only`,
      severity: 'error',
      from: { path: `^src/${module}/` },
      to: { path: `^src/(${modules.filter((other) => other !== module && !uses[module].includes(other)).join('|')})/` },
    })),
    {
      name: 'modules-are-entered-by-their-door',
      severity: 'error',
      from: { path: `^src/(${anyModule})/` },
      to: { path: `^src/(${anyModule})/`, pathNot: [`^src/$1/`, door] },
    },
    {
      name: 'controllers-call-services',
      severity: 'error',
      from: { path: '\\.controller\\.ts$' },
      to: { path: '\\.(reader|repository|sql|processor|timer)\\.ts$' },
    },
    {
      name: 'commands-and-workers-load-nothing-of-http',
      comment: 'They would pay for it at every start, a worker in memory too.',
      severity: 'error',
      from: { path: '^src/(admin|worker)\\.ts$' },
      to: { reachable: true, path: '(\\.controller\\.ts$|^node_modules/@nestjs/swagger/)' },
    },
    {
      name: 'commands-load-no-workers',
      severity: 'error',
      from: { path: '^src/admin\\.ts$' },
      to: { reachable: true, path: '\\.(processor|timer)\\.ts$' },
    },
    {
      name: 'most-commands-load-no-queue',
      comment:
        'BullMQ takes longer to load than most of them run, so modules that register a queue stand beside these.',
      severity: 'error',
      from: { path: '^src/(tenancy/tenancy|billing/credits|prospecting/runs)\\.module\\.ts$' },
      to: { reachable: true, path: '^node_modules/@nestjs/bullmq/' },
    },
    {
      name: 'reading-calls-nothing-above',
      severity: 'error',
      from: { path: '\\.(reader|repository|sql)\\.ts$' },
      to: { path: '\\.(service|controller|processor|timer)\\.ts$' },
    },
    {
      name: 'prisma-stays-in-repositories',
      severity: 'error',
      from: { path: '^src/', pathNot: '(\\.repository\\.ts$|^src/platform/database/|^src/generated/)' },
      to: { path: '^src/generated/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'sql-stays-in-its-files',
      comment: 'The linter looks for the text of SQL, this for the driver that sends it.',
      severity: 'error',
      from: { path: '^src/', pathNot: '(\\.(sql|reader|spec|suite|fixture)\\.ts$|^src/platform/(database|queue)/)' },
      to: { path: '^node_modules/(@types/)?pg/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'repositories-are-prisma-only',
      severity: 'error',
      from: { path: '\\.repository\\.ts$' },
      to: { path: '^node_modules/(@types/)?pg/' },
    },
    {
      name: 'the-protocol-of-agents-is-loaded-on-demand',
      comment: 'Its library takes a fifth of a second to load, for a route that is off by default.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/mcp/tool-server\\.ts$' },
      to: {
        path: '(^src/mcp/tool-server\\.ts$|^node_modules/@modelcontextprotocol/)',
        dynamic: false,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'entry-points-are-not-imported',
      severity: 'error',
      from: {},
      to: { path: '^src/(main|admin|worker)\\.ts$' },
    },
    {
      name: 'client-stands-alone',
      comment: 'It runs wherever there is `fetch`, and is published without the rest.',
      severity: 'error',
      from: { path: '^client/src/' },
      to: { pathNot: '^client/src/' },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      from: { orphan: true, pathNot: '(^src/(main|admin)\\.ts$|\\.d\\.ts$)' },
      to: {},
    },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'no-development-packages',
      severity: 'error',
      from: { path: '^src/', pathNot: '(\\.spec\\.ts|\\.suite\\.ts)$' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: ['node_modules', '^src/generated/'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};
