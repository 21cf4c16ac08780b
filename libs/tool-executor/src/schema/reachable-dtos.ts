import type { DtoShape, ValueShape } from './dto-shape.js';

/** The class that a value holds, at whatever level of arrays. */
export function dtoOf(value: ValueShape): DtoShape | undefined {
  return value.dto ?? (value.items === undefined ? undefined : dtoOf(value.items));
}

/** A class and every class that it holds, each once, in the order in which they are met. */
export function reachableDtos(root: DtoShape): readonly DtoShape[] {
  const found = new Set([root]);
  for (const dto of found) {
    for (const { value } of dto.fields) {
      const nested = dtoOf(value);
      if (nested !== undefined) found.add(nested);
    }
  }
  return [...found];
}
