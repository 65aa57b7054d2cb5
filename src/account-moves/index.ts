export { findMovedAccount, movedBy, type Moved } from './repository.ts';
