export { createCounter } from './counter-routes.ts';
export { Setback } from './pages/setbacks.tsx';
export { createCheckout } from './routes.ts';
export { TEXTS } from './pages/texts.ts';
