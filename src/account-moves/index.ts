export { findMovedAccount, findMovedName, type Moved } from './repository.ts';
