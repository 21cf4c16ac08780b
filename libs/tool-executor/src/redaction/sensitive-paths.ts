/** What is sensitive below one place of a value. */
export interface SensitiveNode {
  /** The place itself is masked. */
  isMasked: boolean;
  readonly members: Map<string, SensitiveNode>;
}

/**
 * What is sensitive below a member. Names are compared without case, `-` and `_`: arguments that are
 * refused for a misspelt name are recorded as well.
 */
export function sensitiveMember(node: SensitiveNode | undefined, name: string): SensitiveNode | undefined {
  if (node === undefined || node.members.size === 0) return undefined;
  return node.members.get(folded(name));
}

const parsed = new WeakMap<readonly string[], SensitiveNode>();

/**
 * The tree of paths such as `password` and `cards[].number`; remembered for each list, since those
 * of a tool never change. `[]` means the same place: a model that sends one object instead of a
 * list, or a list instead of one, doesn't get its secret into a record that way.
 */
export function sensitiveTreeOf(paths: readonly string[]): SensitiveNode {
  let root = parsed.get(paths);
  if (root === undefined) {
    root = { isMasked: false, members: new Map() };
    for (const path of paths) addPath(root, path);
    parsed.set(paths, root);
  }
  return root;
}

function addPath(root: SensitiveNode, path: string): void {
  let node = root;
  for (const name of path.replaceAll('[]', '').split('.')) {
    if (name === '') continue;
    let member = node.members.get(folded(name));
    if (member === undefined) {
      member = { isMasked: false, members: new Map() };
      node.members.set(folded(name), member);
    }
    node = member;
  }
  node.isMasked = true;
}

function folded(name: string): string {
  return name.toLowerCase().replace(/[-_]/g, '');
}
