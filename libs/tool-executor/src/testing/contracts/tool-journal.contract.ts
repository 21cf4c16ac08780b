import { casesOf, type ContractCase, type ContractOptions, type MakeSubject } from './contract-case.js';
import { JOURNAL_APPROVAL_RULES } from './journal-approvals.rules.js';
import { JOURNAL_KEY_RULES } from './journal-keys.rules.js';
import { JOURNAL_NOTHING_RULES } from './journal-nothing.rules.js';
import { JOURNAL_RECORD_RULES } from './journal-records.rules.js';
import type { JournalUnderTest } from './journal-under-test.js';

/** @publicApi */
export interface ToolJournalContractOptions extends ContractOptions<JournalUnderTest> {
  /** `false` for a journal that records nothing: keys must be refused then. @default true */
  readonly records?: boolean;
}

/**
 * What every ToolJournal has to keep. `make` gives the journal together with the store that it
 * redeems of, both empty.
 *
 * @publicApi
 */
export function toolJournalContract(
  make: MakeSubject<JournalUnderTest>,
  { records = true, ...options }: ToolJournalContractOptions = {},
): ContractCase[] {
  const specific = records ? [...JOURNAL_KEY_RULES, ...JOURNAL_RECORD_RULES] : JOURNAL_NOTHING_RULES;
  return casesOf([...JOURNAL_APPROVAL_RULES, ...specific], make, options);
}
