import type { JSX } from 'preact';
import { invalidParam } from '../../lib/errors/errors.ts';
import { resumeReminders, type StoppedBy, stopReminders } from '../../link-reminders/index.ts';
import { actionOf } from '../frame/action.tsx';
import { useTexts } from '../frame/context.tsx';
import { LINK_MAKERS } from '../links/parts.tsx';
import { REMINDER_TEXTS } from '../links/reminder-texts.ts';
import { paths } from '../request/paths.ts';
import { CUSTOMERS } from './texts.ts';

/** Stops the reminders to a customer, or sends them again. */
export const switchCustomerReminders = actionOf({
  path: paths.customers.switchReminders,
  access: LINK_MAKERS,
  freshProof: false,
  texts: CUSTOMERS,
  page: paths.customers.customer,
  act: async (trx, visit) => {
    const wanted = visit.field('reminders');
    if (wanted !== 'on' && wanted !== 'off') throw invalidParam('reminders', 'It is on or off.');
    const subject = { accountId: visit.accountId, kind: 'customer', id: visit.param('customer') } as const;
    await (wanted === 'on' ? resumeReminders : stopReminders)(trx, subject, visit.actor);
    return { wanted } as const;
  },
  flash: ({ wanted }) => `reminders_${wanted}` as const,
});

/** Whether the customer gets reminders; the form is for those who make links. */
export function CustomerReminders(props: {
  customer: string;
  stoppedBy: ReadonlySet<StoppedBy>;
}): JSX.Element {
  const { customer, stoppedBy } = props;
  const texts = useTexts(REMINDER_TEXTS);
  const next = stoppedBy.has('customer') ? 'on' : 'off';
  return (
    <>
      {[...stoppedBy].map((by) => (
        <p>{texts.stopped[by]}</p>
      ))}
      <switchCustomerReminders.Form of={{ customer }}>
        <button type="submit" name="reminders" value={next} class="secondary">
          {next === 'off' ? texts.stopCustomer : texts.resumeCustomer}
        </button>
      </switchCustomerReminders.Form>
    </>
  );
}
