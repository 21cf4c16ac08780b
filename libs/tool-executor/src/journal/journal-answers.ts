import type { JournalAnswer } from './tool-journal.js';

/** The call is new and may run. */
export const FRESH: JournalAnswer = Object.freeze({ status: 'fresh' });

/** Somebody was faster, or it was too late. */
export const NOT_REDEEMED: JournalAnswer = Object.freeze({
  status: 'refused',
  code: 'approval_invalid',
  reason: 'the approval is not valid: it has been used or has expired',
});
