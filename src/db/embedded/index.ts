export { findPackagedBinaries, readVersion } from './binaries.ts';
export { CLUSTER_SETTINGS } from './cluster.ts';
export { startEmbeddedPostgres } from './embedded-postgres.ts';
export { hasDatabase } from './home.ts';
export { copyBase } from './recovery/base-copy.ts';
export { readManifest, recoverBase } from './recovery/recover.ts';
export { ensureTemplate } from './template.ts';
