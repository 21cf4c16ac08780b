import type { RegisteredTool } from '../../tool/registered-tool.js';
import type { JsonObject } from '../../tool/tool-result.js';
import { schemaFields } from '../schema-fields.js';
import type { Finding } from './finding.js';

const SHORT_DESCRIPTION_CHARS = 20;
const EFFECTS = ['readOnly', 'destructive', 'idempotent', 'effects'];

/** What one tool lacks for a model that has nothing but its definition. */
export function examineTool({ definition, parameters, declared }: RegisteredTool): Finding[] {
  const { name: tool, description, traits } = definition;
  const findings: Finding[] = [];
  const chars = description.trim().length;
  if (chars < SHORT_DESCRIPTION_CHARS) {
    findings.push({
      level: 'warning',
      code: 'short_description',
      tool,
      message: `the description has ${chars} characters, and a model chooses by it`,
      remedy: 'say what the tool does, what it gives, and when to use it',
    });
  }
  // A tool that was compiled elsewhere doesn't say what it declared.
  if (declared !== undefined && !EFFECTS.some((trait) => declared.includes(trait))) {
    findings.push({
      level: 'warning',
      code: 'undeclared_effects',
      tool,
      message:
        'it does not say what it changes, so it counts as destructive and unsafe: it asks a person, and is never retryable',
      remedy: 'set readOnly, idempotent or destructive',
    });
  }
  if (declared !== undefined && traits.openWorld && !declared.includes('timeoutMs')) {
    findings.push({
      level: 'hint',
      code: 'default_timeout',
      tool,
      message: `it reaches beyond the application, and its limit is the one of every tool (${traits.timeoutMs} ms)`,
      remedy: 'set timeoutMs to what the service behind it takes',
    });
  }
  for (const warning of parameters.warnings) {
    findings.push({
      level: 'warning',
      code: 'schema_warning',
      tool,
      message: warning,
      remedy:
        'a model can not see this rule: use a decorator that the schema shows, or say it in @Describe()',
    });
  }
  return [...findings, ...examineArguments(tool, definition.parameters)];
}

function examineArguments(tool: string, schema: JsonObject): Finding[] {
  const findings: Finding[] = [];
  for (const { path, schema: field, items, description } of schemaFields(schema)) {
    if (description.trim() === '') {
      findings.push({
        level: 'warning',
        code: 'argument_without_description',
        tool,
        argument: path,
        message: 'the argument has no description',
        remedy: 'say with @Describe() what goes in, with its unit or format',
      });
    }
    const endless = isEndlessText(field)
      ? path
      : items !== undefined && isEndlessText(items)
        ? `${path}[]`
        : undefined;
    if (endless === undefined) continue;
    findings.push({
      level: 'hint',
      code: 'text_without_limit',
      tool,
      argument: endless,
      message: 'the text may be as long as the limit on all arguments',
      remedy: 'set @MaxLength()',
    });
  }
  return findings;
}

/** A format such as a date or an address bounds it well enough. */
function isEndlessText({ type, ...rules }: JsonObject): boolean {
  const isText = type === 'string' || (Array.isArray(type) && type.includes('string'));
  return isText && !['maxLength', 'enum', 'const', 'format'].some((rule) => rule in rules);
}
