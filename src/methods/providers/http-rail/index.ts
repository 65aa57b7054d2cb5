export { requireDecimals } from './amounts.ts';
export {
  adviser,
  askIfReady,
  findClockFault,
  fine,
  neverMade,
  nothingThere,
  readable,
  runChecks,
  wrong,
  type CheckedCall,
  type Probe,
  type Said,
} from './check.ts';
export { createRailClient, type RailCall, type RailClient } from './client.ts';
export {
  faultBy,
  isNotThere,
  isRefusal,
  isTurnedAway,
  isUsedBefore,
  noAccess,
  reasonIn,
  NOT_THERE,
  RailError,
  refused,
  saidOfOrder,
  TOO_MANY,
  unavailable,
  wordOf,
  type RailFault,
  type Reading,
  type Sentences,
} from './errors.ts';
export { requireAmount, requireTaken } from './issuing.ts';
export { pagesBack, type Page } from './lists.ts';
export { registerRail, type RailAccess } from './commands.ts';
export { createKeyRing, readKey, type KeyRing } from './key-ring.ts';
export { createNoticeIntake } from './notices.ts';
export { noticesUrlOf } from './notices-path.ts';
export { createPayInPoller } from './poller.ts';
export { createHttpRail } from './rail.ts';
export { claimDue, lockIn, putOff, type Due, type Later } from './repository.ts';
export { createReader, payerOf, type Fields } from './reader.ts';
export { isSignedWith, requireTimedSignature, type TimedSignature } from './signature.ts';
export { allOrNone, baseUrlOf } from './settings.ts';
export { byTime, depositLine, readBook, returnLine, type Book } from './statement.ts';
export { createLocalRateLimit, createSharedRateLimit, type RateLimit } from './rate-limit.ts';
