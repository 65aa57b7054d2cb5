import { Facts, Refusal } from '../../pages/index.ts';
import type { SendOutcome } from '../../webhooks/index.ts';
import { Once } from '../frame/parts.tsx';
import { createOnce } from '../request/once.ts';
import { paths, pathTo } from '../request/paths.ts';
import { type MemberVisit, type Page, type Route } from '../request/route.ts';
import { TECHNICAL } from '../../people/index.ts';
import type { PanelServices } from '../request/services.ts';
import { AnswerBody, errorBeside, getEndpoint } from './parts.tsx';
import { WEBHOOKS } from './texts.ts';

/** A test event, and what the receiver answered. */
export function testEndpoint(services: PanelServices): Route[] {
  const { db, sendTestEvent } = services;
  const once = createOnce(services);

  return [
    {
      method: 'post',
      path: paths.webhooks.test,
      access: TECHNICAL,
      handle: async (visit) => {
        const endpoint = await getEndpoint(db.read, visit);
        const outcome = await once(visit, () => ({
          ask: async (providerKey) => {
            const sent = await sendTestEvent(endpoint, providerKey);
            return () => Promise.resolve(sent);
          },
        }));
        return { page: testPage(visit, endpoint.id, outcome) };
      },
    },
  ];
}

function testPage(visit: MemberVisit, endpointId: string, outcome: SendOutcome): Page {
  const texts = WEBHOOKS[visit.language];
  const endpoint = pathTo(visit, paths.webhooks.endpoint, { endpoint: endpointId });
  return {
    title: texts.testTitle,
    back: { href: endpoint, label: texts.toEndpoint },
    body: (
      <>
        {outcome.delivered ? (
          <p class="notice" role="status">
            {texts.testDelivered}
          </p>
        ) : (
          <Refusal>{texts.testRefused}</Refusal>
        )}
        <Facts
          of={[
            [texts.response, outcome.httpStatus ?? texts.noAnswer],
            [texts.error, errorBeside(outcome.httpStatus, outcome.error)],
            [texts.duration, `${outcome.durationMs} ms`],
          ]}
        />
        {outcome.httpStatus !== null && <AnswerBody body={outcome.responseBody} label={texts.response} />}
        <form method="post" action={`${endpoint}/test`}>
          <Once />
          <button type="submit" class="secondary">
            {texts.testAgain}
          </button>
        </form>
      </>
    ),
  };
}
