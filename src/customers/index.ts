export {
  findCustomer,
  listCustomers,
  type Customer,
  type CustomerFilters,
  type CustomerLanguage,
} from './repository.ts';
export {
  changeCustomer,
  createCustomer,
  deleteCustomer,
  getCustomer,
  holdCustomer,
  lockCustomer,
} from './service.ts';
export { viewCustomer } from './view.ts';
export { customerHandlers } from './handlers.ts';
