import { listCodes } from '../../qr-codes/index.ts';
import { listOf } from '../frame/list.tsx';
import { paths, pathTo } from '../request/paths.ts';
import { MEMBERS } from '../request/route.ts';
import { AmountOf, mayChange, State } from './parts.tsx';
import { QR_CODES } from './texts.ts';

/** The counter codes. */
export const showCodes = listOf({
  path: paths.qrCodes.list,
  access: MEMBERS,
  name: 'panel_qr_codes',
  filters: () => ({
    status: undefined,
    externalReference: undefined,
    createdAfter: undefined,
    createdBefore: undefined,
  }),
  read: listCodes,
  idOf: ({ id }) => id,
  show: (visit, { rows, next }) => {
    const texts = QR_CODES[visit.language];
    return {
      title: texts.title,
      action: mayChange(visit) ? { href: pathTo(visit, paths.qrCodes.new), text: texts.create } : undefined,
      flashMessages: texts.flashMessages,
      above: <p>{texts.intro}</p>,
      rows,
      next,
      columns: [
        {
          heading: texts.name,
          brief: true,
          name: ({ id, name }) => <a href={pathTo(visit, paths.qrCodes.code, { counter: id })}>{name}</a>,
        },
        { heading: texts.storeLabel, said: ({ storeLabel }) => storeLabel },
        { heading: texts.fixedAmount, cell: (code) => <AmountOf code={code} /> },
        { heading: texts.status, cell: (code) => <State code={code} /> },
        { heading: texts.created, moment: ({ createdAt }) => createdAt },
      ],
      none: texts.none,
    };
  },
});
