export { createReferenceRoutes } from './routes.ts';
