/**
 * For tests of search providers. Neutral to the test runner: imports none.
 *
 * @packageDocumentation
 */
export { searchProviderContract, type SearchProviderContractOptions } from './search-provider.contract.js';
