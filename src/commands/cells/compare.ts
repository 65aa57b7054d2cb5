import { compareCatalogue, type Catalogue, type CatalogueDifference } from './catalogue.ts';
import { configOfCell, readCatalogueOf } from './database.ts';
import { listCells } from './known-cells.ts';

type Read = { cell: number } & ({ catalogue: Catalogue } | { error: string });

/** Compares the catalogue of each cell with that of the first. `ok` only if all could be read and none differs. */
export async function compareCatalogues(): Promise<object> {
  const [first, ...others] = await Promise.all(
    listCells(process.env).map(async (known): Promise<Read> => {
      const { cell } = known;
      try {
        return { cell, catalogue: await readCatalogueOf(configOfCell(known)) };
      } catch (error) {
        return { cell, error: error instanceof Error ? error.message : String(error) };
      }
    }),
  );
  const all = first ? [first, ...others] : [];
  const errors = all.flatMap((one) => ('error' in one ? { cell: one.cell, error: one.error } : []));
  const differences: ({ cell: number } & CatalogueDifference)[] = [];
  for (const one of others) {
    if (!first || 'error' in first || 'error' in one) continue;
    const found = compareCatalogue(first.catalogue, one.catalogue);
    differences.push(...found.map((difference) => ({ cell: one.cell, ...difference })));
  }
  return {
    ok: errors.length === 0 && differences.length === 0,
    compared: all.length - errors.length,
    differences,
    errors,
  };
}
