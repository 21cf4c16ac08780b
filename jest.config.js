/** Tests run from the sources, as ES modules: Nest 12 is ESM only, and Jest's CommonJS mode cannot load it on every Node. */
export default {
  testEnvironment: 'node',
  testMatch: ['<rootDir>/test/**/*.spec.ts', '<rootDir>/libs/*/test/**/*.spec.ts'],
  // Applications of their own, with their own runners: `npm run adopters`.
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/adopters/'],
  modulePathIgnorePatterns: [
    '<rootDir>/dist/',
    '<rootDir>/libs/[^/]+/(dist|temp)/',
    '<rootDir>/test/adopters/',
  ],
  extensionsToTreatAsEsm: ['.ts'],
  setupFiles: ['reflect-metadata'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2023',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: true },
        },
        module: { type: 'es6' },
        sourceMaps: 'inline',
      },
    ],
  },
  moduleNameMapper: {
    '^nestjs-tool-executor$': '<rootDir>/libs/tool-executor/src/index.ts',
    '^nestjs-tool-executor/(testing|health|cli)$': '<rootDir>/libs/tool-executor/src/$1/index.ts',
    '^nestjs-tool-executor-(tools|rest)$': '<rootDir>/libs/tool-executor-$1/src/index.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  testTimeout: 30_000,
  // Jest's own default leaves one core of two idle.
  maxWorkers: 2,
};
