/** Whether a deployment moves real money (D25). */
export type Environment = 'test' | 'live';

/** The part that a process plays. It serves calls, does background work, or holds the keys that send on chain. */
export type Role = 'api' | 'worker' | 'sender';
