import { defineRail, type TellDeposit } from '../../index.ts';

/** The other cells, as far as they can report deposits (D74); none where there is no key to sign with. */
export const cellsRail = defineRail({
  name: 'cells',
  configure: () => ({}),
  async open({ config, db, otherCells }) {
    const { cell: own, cellsKeys: keys, webhookAllowCidrs: allowCidrs, webhookCaFile: caFile } = config;
    if (keys.length === 0 || otherCells.length === 0) return [];
    const [{ createCellRail }, { createTellCell }] = await Promise.all([
      import('./cell-rail.ts'),
      import('./tell.ts'),
    ]);
    return otherCells.map((other) => {
      const { cell } = other;
      const openTelling = (): TellDeposit => {
        const tell = createTellCell({ own, cells: [other], keys, allowCidrs, caFile });
        return (deposit) => tell({ ...deposit, to: cell });
      };
      return createCellRail({ db, own, cell, keys, openTelling });
    });
  },
});
