/** The part of an operation that both sides may say something about. */
interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly responses?: Readonly<Record<string, object>>;
}

interface Parameter {
  readonly name?: string;
  readonly in?: string;
}

/**
 * What the document knows of an operation, under what we know of it. Parameters and answers that
 * are the application's own stay: a tenant header of every route, a 401, a 429.
 *
 * @param placeholders the parameters that stand in the path of the door
 */
export function describeOperation(
  known: Operation,
  ours: Operation,
  placeholders: readonly Parameter[],
): object {
  const parameters = [...(ours.parameters ?? [])];
  for (const candidate of [...(known.parameters ?? []), ...placeholders]) {
    const isKnown = parameters.some(
      ({ name, in: place }) => name === candidate.name && place === candidate.in,
    );
    if (!isKnown) parameters.push(candidate);
  }
  return {
    tags: ['tool-executor'],
    ...known,
    ...ours,
    parameters,
    responses: { ...known.responses, ...ours.responses },
  };
}
