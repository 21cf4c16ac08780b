import type { DtoShape, ValueShape } from '../schema/dto-shape.js';
import { dtoOf, reachableDtos } from '../schema/reachable-dtos.js';

const MAX_PATHS = 500;
const MAX_DEPTH = 32;

/**
 * The paths of `@Sensitive()` fields: `password`, `cards[].number`. A class that holds itself is
 * followed as deep as arguments may go, up to 500 paths.
 */
export function sensitivePathsOf(root: DtoShape): {
  readonly paths: readonly string[];
  readonly isCut: boolean;
} {
  const reaching = new Set(reachableDtos(root).filter(reachesSensitive));
  const paths: string[] = [];
  let level: { dto: DtoShape; prefix: string }[] = reaching.has(root) ? [{ dto: root, prefix: '' }] : [];
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0 && paths.length < MAX_PATHS; depth++) {
    const next: typeof level = [];
    for (const { dto, prefix } of level.slice(0, MAX_PATHS)) {
      for (const { key, value, sensitive } of dto.fields) {
        const path = `${prefix}${key}${brackets(value)}`;
        const nested = dtoOf(value);
        if (sensitive) paths.push(`${prefix}${key}`);
        else if (nested !== undefined && reaching.has(nested)) next.push({ dto: nested, prefix: `${path}.` });
      }
    }
    level = next;
  }
  return {
    paths: paths.slice(0, MAX_PATHS),
    isCut: paths.length > MAX_PATHS || (paths.length === MAX_PATHS && level.length > 0),
  };
}

const reachesSensitive = (dto: DtoShape): boolean =>
  reachableDtos(dto).some(({ fields }) => fields.some(({ sensitive }) => sensitive));

const brackets = (value: ValueShape): string =>
  value.items === undefined ? '' : `[]${brackets(value.items)}`;
