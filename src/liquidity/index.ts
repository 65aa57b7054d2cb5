export { createArrivalWorker } from './arrivals.ts';
export { lockFloats, readFloats, type Floats } from './floats.ts';
export { watchLiquidity } from './metrics.ts';
export { findOwnPlace, findRoute } from './rebalancing-repository.ts';
export { reportLiquidity, reportRoutes } from './report.ts';
export {
  askToMove,
  askToWriteOff,
  createRebalancingKind,
  LIQUIDITY_KINDS,
  rebalance,
} from './rebalancings.ts';
export { findVisitor, removeBand, setBand, setShare, type Visitor } from './repository.ts';
export { askForRoute, removeRoute } from './routes.ts';
export { DEFAULT_SHARE, reservedShare } from './shares.ts';
export { createLiquidityWorker } from './worker.ts';
