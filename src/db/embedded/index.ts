export { findPackagedBinaries, readVersion } from './binaries.ts';
export { CLUSTER_SETTINGS } from './cluster.ts';
export { startEmbeddedPostgres } from './embedded-postgres.ts';
export { hasDatabase } from './home.ts';
export { copyBase } from './base-copy.ts';
export { readManifest, recoverBase } from './recover.ts';
export { ensureTemplate } from './template.ts';
