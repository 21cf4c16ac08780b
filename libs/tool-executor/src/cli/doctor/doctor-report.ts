import type { INestApplicationContext } from '@nestjs/common';
import { ToolRegistry } from '../../discovery/tool-registry.js';
import type { RegisteredTool } from '../../tool/registered-tool.js';
import type { ToolTraits } from '../../tool/tool-traits.js';
import { messageOf } from '../command.error.js';
import { describeArguments, type ArgumentRow } from '../describe-arguments.js';
import { requireProvider } from '../with-application.js';
import { examineApplication, type ApplicationSettings } from './examine-application.js';
import { examineNames } from './examine-names.js';
import { examineTool } from './examine-tool.js';
import type { Finding, FindingLevel } from './finding.js';

/** Roughly, for English and JSON; each provider counts in its own way. */
const CHARS_PER_TOKEN = 4;
const LEVELS: readonly FindingLevel[] = ['error', 'warning', 'hint'];

/** One tool as a model sees it. */
export interface ToolReport {
  readonly name: string;
  readonly description: string;
  /** `Orders.findOrder` */
  readonly source: string;
  readonly traits: ToolTraits;
  readonly arguments: readonly ArgumentRow[];
  /** Characters of the JSON Schema. */
  readonly schemaChars: number;
  /** Of name, description and schema: characters divided by four. */
  readonly estimatedTokens: number;
}

/** What `doctor --json` prints. */
export interface DoctorReport {
  readonly tools: readonly ToolReport[];
  /** `null` where the application didn't start. */
  readonly settings: ApplicationSettings | null;
  /** Errors first. */
  readonly findings: readonly Finding[];
}

/** Examines an application that has booted. */
export function examine(app: INestApplicationContext): DoctorReport {
  const tools = [...requireProvider(app, ToolRegistry).list()];
  const { settings, findings } = examineApplication(app);
  const all = [
    ...(tools.length === 0 ? [NO_TOOLS] : []),
    ...examineNames(tools.map(({ definition }) => definition.name)),
    ...tools.flatMap(examineTool),
    ...findings,
  ];
  all.sort((a, b) => LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level));
  return { tools: tools.map(describe), settings, findings: all };
}

/** What there is to say about an application that doesn't start. */
export function reportBootError(error: unknown): DoctorReport {
  const finding: Finding = {
    level: 'error',
    code: 'boot_failed',
    message: messageOf(error),
    remedy: 'correct what it names; --verbose shows how far the start came',
  };
  return { tools: [], settings: null, findings: [finding] };
}

const NO_TOOLS: Finding = {
  level: 'warning',
  code: 'no_tools',
  message: 'the application has no tools',
  remedy: 'mark a class or a method with @Tool(), and list it as a provider of a module',
};

function describe({ definition, source }: RegisteredTool): ToolReport {
  const { name, description, traits, parameters } = definition;
  const schemaChars = JSON.stringify(parameters).length;
  return {
    name,
    description,
    source,
    traits,
    arguments: describeArguments(parameters),
    schemaChars,
    estimatedTokens: Math.ceil((name.length + description.length + schemaChars) / CHARS_PER_TOKEN),
  };
}
