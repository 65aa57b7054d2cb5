export { createApi } from './api.ts';
export { serveTools } from './server.ts';
