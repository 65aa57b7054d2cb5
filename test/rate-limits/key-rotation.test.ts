import { itRotates } from './new-key.ts';

describe('a new API key beside clients that still use the old one', () => {
  describe('counted in memory', () => itRotates(() => ({ RATE_LIMIT_STORE: 'memory' })));
  describe('counted in Postgres', () => itRotates(() => ({ RATE_LIMIT_STORE: 'postgres' })));
});
