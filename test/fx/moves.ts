import type { TestService } from '../support/service.ts';

/** Lets prices move from one conversion to the next as no real market does, for tests about what happens then. */
export async function allowLargeMoves({ database }: Pick<TestService, 'database'>): Promise<void> {
  await database.query(
    `insert into fx_limits (from_asset, to_asset, max_deviation)
     select f.asset, t.asset, 9 from assets f, assets t where f.family <> t.family
     on conflict (from_asset, to_asset) do update set max_deviation = 9`,
  );
}
