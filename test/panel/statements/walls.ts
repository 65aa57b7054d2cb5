import type { Walls } from '../walls.ts';

export const STATEMENT_WALLS: Walls = {
  makers: {},
  forms: { '/panel/accounts/:account/statements/mail': () => ({ wanted: 'yes' }) },
};
