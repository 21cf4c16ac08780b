#!/usr/bin/env node
/** Writes docs/codes.md from the table of failure codes (`--update`), or fails when it is stale. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { TOOL_FAILURE_CODES } from 'nestjs-tool-executor';

const PAGE = 'docs/codes.md';
const rows = Object.entries(TOOL_FAILURE_CODES).map(
  ([code, { meaning, remedy, retryable }]) => `| \`${code}\` | ${meaning} | ${retryable} | ${remedy} |`,
);
const page = `# Failure codes

<!-- Written by \`npm run codes\` from libs/tool-executor/src/tool/tool-failure-code.ts. Edit that file instead. -->

A failure says why in \`metadata.code\`. \`error\` is for a model and a person; the code is for programs.
A new code is a minor release, so keep a default branch.

| code | meaning | retryable | what to do |
|---|---|---|---|
${rows.join('\n')}

**retryable** is a fact about the call, given as \`metadata.retryable\`, and not advice. *by effects*: true when
the tool had not started, when its effects are \`pure\` or \`idempotent\`, or when the tool said so with
\`new ToolError(message, { retryable: true })\`. It is never true once a tool with \`effects: 'unsafe'\` has started.

\`metadata.executed\` says whether the tool's own code started. A failure with \`executed: true\` may have had effects.
`;

if (process.argv.includes('--update')) {
  writeFileSync(PAGE, page);
  console.log(`${PAGE}: written`);
} else if (!existsSync(PAGE) || readFileSync(PAGE, 'utf8') !== page) {
  console.error(`${PAGE} is stale: run npm run codes.`);
  process.exitCode = 1;
} else {
  console.log(`${PAGE}: up to date`);
}
