export { createCounter } from './counter-routes.ts';
export { listPayerRefunds, type PayerRefund } from './pages/refund-repository.ts';
export { readMissing } from './pages/rest.ts';
export { Advice, Setback } from './pages/setbacks.tsx';
export { createCheckout } from './routes.ts';
export { TEXTS } from './pages/texts.ts';
