export { loadRailCommands } from './commands.ts';
export { type OpenedRails, type RailSettings } from './list.ts';
export { approvalKindsOf, loadRailRecords, openRails, providersOf, type AllRailRecords } from './open.ts';
export {
  CHAIN_WATCHER,
  configureRails,
  ownPlacesOf,
  RAIL_SECRETS,
  RAIL_VARIABLES,
  railsWithoutKeys,
  requireRealMoney,
  SENDER_VARIABLES,
} from './settings.ts';
