import { readFileSync } from 'node:fs';
import ts from 'typescript';

/** One member of an interface as it is written, without `readonly` and line breaks. */
export interface InterfaceMember {
  readonly name: string;
  readonly type: string;
}

/** The members of an interface in a file; those of an object type within it as `outer.inner`, instead of `outer`. */
export function interfaceMembers(path: string, name: string): InterfaceMember[] {
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const declared = file.statements
    .filter(ts.isInterfaceDeclaration)
    .find((statement) => statement.name.text === name);
  if (declared === undefined) throw new Error(`${path} has no interface ${name}`);
  return membersOf(declared.members, '');
}

function membersOf(members: ts.NodeArray<ts.TypeElement>, prefix: string): InterfaceMember[] {
  return members.filter(ts.isPropertySignature).flatMap(({ name, type }) => {
    const path = `${prefix}${name.getText()}`;
    if (type !== undefined && ts.isTypeLiteralNode(type)) return membersOf(type.members, `${path}.`);
    return [{ name: path, type: type!.getText().replaceAll('readonly ', '').replaceAll(/\s+/g, ' ') }];
  });
}
