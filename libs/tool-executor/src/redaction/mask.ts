/** Stands for what is masked. */
export const MASK = '***';
