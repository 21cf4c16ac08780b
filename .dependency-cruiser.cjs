/** Imports point down: tool/ and text/ at the bottom, then ports, their defaults, the service, the module, index.ts; other libraries and the app above. */
const CORE = '^libs/tool-executor/src';
const steps = 'validation|permission|execution|normalization|tracing';

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^class-validator/types/' },
    },
    {
      name: 'no-barrel-from-inside',
      comment: 'No file imports an index.ts of its own package.',
      severity: 'error',
      from: { path: '^libs/([^/]+)/src/', pathNot: '/index\\.ts$' },
      to: { path: '^libs/$1/src/.*index\\.ts$' },
    },
    {
      name: 'steps-meet-in-the-service',
      comment: 'A step folder never imports another step folder.',
      severity: 'error',
      from: { path: `${CORE}/(${steps})/` },
      to: { path: `${CORE}/(${steps})/`, pathNot: `${CORE}/$1/` },
    },
    {
      name: 'nouns-at-the-bottom',
      severity: 'error',
      from: { path: `${CORE}/(tool|text|identity)/` },
      to: { path: CORE, pathNot: `${CORE}/(tool|text|identity)/` },
    },
    {
      name: 'service-imports-no-defaults',
      comment: 'The service imports ports; only the module knows their defaults.',
      severity: 'error',
      from: { path: `${CORE}/tool-executor\\.(service|records)\\.ts$` },
      to: {
        path: `${CORE}/.+\\.(runner|tracer|journal|store|validator|permission-guard)\\.ts$`,
      },
    },
    {
      name: 'nothing-imports-the-module',
      severity: 'error',
      from: { path: CORE, pathNot: `${CORE}/(index\\.ts|(testing|cli|health)/)` },
      to: { path: `${CORE}/tool-executor\\.module\\.ts$` },
    },
    {
      name: 'root-entry-starts-nothing',
      comment: 'The root entry point reaches no process, no thread, no AsyncLocalStorage.',
      severity: 'error',
      from: { path: CORE, pathNot: `${CORE}/(cli|isolation)/` },
      to: { path: '^(node:)?(child_process|worker_threads|cluster|async_hooks|net|http|https)$' },
    },
    {
      name: 'core-has-few-packages',
      comment: 'The core depends on ajv and the peers alone; terminus belongs to the health entry point.',
      severity: 'error',
      from: { path: CORE, pathNot: `${CORE}/health/` },
      to: {
        path: 'node_modules/',
        pathNot:
          'node_modules/(ajv|@nestjs/(common|core)|class-validator|class-transformer|reflect-metadata|rxjs|@types)(/|$)',
      },
    },
    {
      name: 'libraries-know-the-core-alone',
      severity: 'error',
      from: { path: '^libs/tool-executor-[a-z]+/' },
      to: { path: '^(src|libs/tool-executor-[a-z]+)/', pathNot: '^libs/tool-executor-(tools|rest)/src/' },
    },
    {
      name: 'libraries-do-not-know-the-app',
      severity: 'error',
      from: { path: '^libs/' },
      to: { path: '^src/' },
    },
    {
      name: 'sources-do-not-know-tests',
      severity: 'error',
      from: { path: ['^src/', '^libs/[^/]+/src/'] },
      to: { path: ['^test/', '^libs/[^/]+/test/'] },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['^dist/', '^libs/[^/]+/dist/'] },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.js'],
    },
  },
};
