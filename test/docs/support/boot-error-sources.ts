import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import ts from 'typescript';

const ERROR = 'ToolConfigurationError';
/** A piece of a message that says something: shorter ones are names of options and methods. */
const LEAST_CHARS = 8;

/** The literal text of the configuration errors that one source file makes. */
export interface BootErrorSource {
  readonly file: string;
  readonly fragments: readonly string[];
}

/** Every source file of the packages that makes a ToolConfigurationError, itself or through a function that does. */
export function bootErrorSources(): BootErrorSource[] {
  const files = globSync('libs/*/src/**/*.ts').map(parse);
  const makers = new Map(files.map((file) => [basename(file.fileName), makersIn(file)]));
  return files
    .map((file) => {
      const known = new Set([...makers.get(basename(file.fileName))!, ...importedMakers(file, makers)]);
      return { file: basename(file.fileName), fragments: [...fragmentsIn(file, known)] };
    })
    .filter(({ fragments }) => fragments.length > 0);
}

function parse(path: string): ts.SourceFile {
  return ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
}

/** Names of the functions that do nothing but make the error of what they are given. */
function makersIn(file: ts.SourceFile): Set<string> {
  const makers = new Set<string>();
  visit(file, (node) => {
    if (!ts.isNewExpression(node) || node.expression.getText() !== ERROR) return;
    const [message] = node.arguments ?? [];
    let owner: ts.Node = node;
    while (!ts.isFunctionLike(owner) && !ts.isSourceFile(owner)) owner = owner.parent;
    if (ts.isFunctionDeclaration(owner) && owner.name !== undefined && takesWords(owner, message)) {
      makers.add(owner.name.text);
    }
    if (
      ts.isArrowFunction(owner) &&
      ts.isVariableDeclaration(owner.parent) &&
      ts.isIdentifier(owner.parent.name)
    ) {
      makers.add(owner.parent.name.text);
    }
  });
  return makers;
}

function takesWords(maker: ts.FunctionDeclaration, message: ts.Node | undefined): boolean {
  return maker.parameters.some(
    ({ name }) => name.getText() === 'problem' && message?.getText().includes('${problem}'),
  );
}

function importedMakers(file: ts.SourceFile, makers: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  return file.statements.filter(ts.isImportDeclaration).flatMap((statement) => {
    const from = basename((statement.moduleSpecifier as ts.StringLiteral).text).replace(/\.js$/, '.ts');
    const names = statement.importClause?.namedBindings;
    if (names === undefined || !ts.isNamedImports(names)) return [];
    return names.elements.map(({ name }) => name.text).filter((name) => makers.get(from)?.has(name));
  });
}

function fragmentsIn(file: ts.SourceFile, makers: ReadonlySet<string>): Set<string> {
  const fragments = new Set<string>();
  visit(file, (node) => {
    const [first, ...others] = argumentsOf(node, makers);
    if (first === undefined) return;
    for (const argument of ts.isNewExpression(node) ? [first] : [first, ...others]) {
      visit(argument, (part) => {
        if (
          !ts.isStringLiteralLike(part) &&
          !ts.isTemplateMiddleOrTemplateTail(part) &&
          !ts.isTemplateHead(part)
        )
          return;
        const text = part.text.trim();
        if (text.length >= LEAST_CHARS && text.includes(' ')) fragments.add(text);
      });
    }
  });
  return fragments;
}

function argumentsOf(node: ts.Node, makers: ReadonlySet<string>): readonly ts.Node[] {
  const isError = ts.isNewExpression(node) && node.expression.getText() === ERROR;
  const isMaker =
    ts.isCallExpression(node) && ts.isIdentifier(node.expression) && makers.has(node.expression.text);
  return isError || isMaker ? (node.arguments ?? []) : [];
}

function visit(node: ts.Node, see: (node: ts.Node) => void): void {
  see(node);
  node.forEachChild((child) => visit(child, see));
}
