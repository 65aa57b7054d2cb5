export {
  adviser,
  fine,
  nothingThere,
  readable,
  runChecks,
  wrong,
  type CheckedCall,
  type Probe,
  type Said,
} from './check.ts';
export { createRailClient, type RailCall, type RailClient, type RailClientOptions } from './client.ts';
export {
  faultBy,
  isNotThere,
  isRefusal,
  isTurnedAway,
  isUsedBefore,
  NOT_THERE,
  RailError,
  saidOfOrder,
  TOO_MANY,
  wordOf,
  type RailFault,
  type Reading,
} from './errors.ts';
export { lookedUp, reachable } from './looked-up.ts';
export { pagesBack, type Page } from './lists.ts';
export { createKeyRing, readKey, type KeyRing } from './key-ring.ts';
export { createNoticeIntake } from './notices.ts';
export { createPayInPoller } from './poller.ts';
export { createHttpRail } from './rail.ts';
export { createReader, payerOf, type Fields, type Reader } from './reader.ts';
export { isSignedWith, requireTimedSignature, type TimedSignature } from './signature.ts';
export { allOrNone } from './settings.ts';
export { readBook, type Book } from './statement.ts';
export { createPace, createSharedTurns, type Turns } from './turns.ts';
