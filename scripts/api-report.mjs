#!/usr/bin/env node
/** Writes the API report of every entry point (`--update`), or fails when a committed one is stale. */
import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor';

const ENTRY_POINTS = [
  { library: 'tool-executor', entry: 'index', report: 'nestjs-tool-executor' },
  { library: 'tool-executor', entry: 'testing/index', report: 'nestjs-tool-executor-testing' },
  { library: 'tool-executor', entry: 'health/index', report: 'nestjs-tool-executor-health' },
  { library: 'tool-executor', entry: 'cli/index', report: 'nestjs-tool-executor-cli' },
  { library: 'tool-executor-tools', entry: 'index', report: 'nestjs-tool-executor-tools' },
  { library: 'tool-executor-tools', entry: 'testing/index', report: 'nestjs-tool-executor-tools-testing' },
  { library: 'tool-executor-rest', entry: 'index', report: 'nestjs-tool-executor-rest' },
];

const update = process.argv.includes('--update');
let stale = 0;

for (const { library, entry, report } of ENTRY_POINTS) {
  const folder = resolve('libs', library);
  const reportFolder = join(folder, 'api');
  mkdirSync(reportFolder, { recursive: true });
  const mainEntryPointFilePath = join(folder, 'dist', `${entry}.d.ts`);
  if (!existsSync(mainEntryPointFilePath))
    throw new Error(`${mainEntryPointFilePath} is missing: run npm run build.`);
  const config = ExtractorConfig.prepare({
    packageJsonFullPath: join(folder, 'package.json'),
    configObjectFullPath: undefined,
    configObject: {
      projectFolder: folder,
      mainEntryPointFilePath,
      compiler: {
        overrideTsconfig: {
          compilerOptions: {
            target: 'es2022',
            module: 'nodenext',
            moduleResolution: 'nodenext',
            strict: true,
            skipLibCheck: true,
            lib: ['es2024'],
            types: ['node'],
          },
        },
      },
      apiReport: {
        enabled: true,
        reportFolder,
        reportTempFolder: join(folder, 'dist', 'api'),
        reportFileName: `${report}.api.md`,
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: {
        compilerMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
        extractorMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
        tsdocMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
      },
    },
  });
  const result = Extractor.invoke(config, {
    localBuild: update,
    showVerboseMessages: false,
    messageCallback: (message) => {
      message.handled = true;
    },
  });
  if (result.apiReportChanged && !update) {
    stale += 1;
    console.error(
      `libs/${library}/api/${report}.api.md is stale: the public API changed. Look at it, then run npm run api.`,
    );
  } else {
    console.log(`${report}: ${result.apiReportChanged ? 'written' : 'up to date'}`);
  }
}
process.exitCode = stale > 0 ? 1 : 0;
