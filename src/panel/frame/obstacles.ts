import { OBSTACLE_CODES, type Obstacle } from '../../accounts/index.ts';

/** One text for whatever keeps the account from new business (D14). */
export function forEachObstacle(text: string): Record<Obstacle, string> {
  return Object.fromEntries(OBSTACLE_CODES.map((code) => [code, text])) as Record<Obstacle, string>;
}
