export {
  findCustomer,
  listCustomers,
  type Customer,
  type CustomerFilters,
  type CustomerLanguage,
  type CustomerQuery,
} from './repository.ts';
export {
  changeCustomer,
  createCustomer,
  deleteCustomer,
  getCustomer,
  holdCustomer,
  lockCustomer,
  type CustomerRequest,
} from './service.ts';
export { viewCustomer } from './view.ts';
export { customerHandlers } from './handlers.ts';
