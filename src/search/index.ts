export {
  findDepositsOfLinks,
  findTransfersByDestination,
  findTransfersByReference,
  type FoundDeposit,
} from './repository.ts';
export { searchDeposits } from './deposits.ts';
export { recognize, type SearchTerm } from './search-term.ts';
