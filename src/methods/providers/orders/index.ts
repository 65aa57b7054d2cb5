export {
  type Access,
  type FoundOrder,
  type Order,
  type OrderRow,
  type OrderRail,
  type Said,
  type OrderStatus,
  type Terms,
} from './order.ts';
export { carryOut } from './carry-out.ts';
export { listLeft } from './left.ts';
export { createOrderIds } from './order-ids.ts';
export { placeOnce } from './place-once.ts';
export { findOrder, listOrders, listReturned, markReturned } from './repository.ts';
export { doneAs, ruleOut, underWayAs, whetherEnded, type Look } from './rule-out.ts';
export { createTransfers, type TransferOrder, type Transfers } from './transfers.ts';
export { createOrderWatch, type Seen } from './watch.ts';
