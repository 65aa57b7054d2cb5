import { Facts, Refusal } from '../../pages/index.ts';
import { TECHNICAL } from '../../people/index.ts';
import type { SendOutcome } from '../../webhooks/index.ts';
import { actionOf } from '../frame/action.tsx';
import { paths, pathTo } from '../request/paths.ts';
import type { MemberVisit, Page } from '../request/route.ts';
import { AnswerBody, errorBeside, getEndpoint } from './parts.tsx';
import { WEBHOOKS } from './texts.ts';

/** A test event, and what the receiver answered. */
export const testEndpoint = actionOf({
  path: paths.webhooks.test,
  access: TECHNICAL,
  freshProof: false,
  texts: WEBHOOKS,
  page: paths.webhooks.endpoint,
  prepare: async (visit, { db, sendTestEvent }) => {
    const endpoint = await getEndpoint(db.read, visit);
    return {
      ask: async (providerKey) => {
        const sent = await sendTestEvent(endpoint, providerKey);
        return () => Promise.resolve(sent);
      },
    };
  },
  reply: (visit, outcome) => ({ page: testPage(visit, outcome) }),
});

function testPage(visit: MemberVisit, outcome: SendOutcome): Page {
  const texts = WEBHOOKS[visit.language];
  const own = { endpoint: visit.param('endpoint') };
  return {
    title: texts.testTitle,
    back: { href: pathTo(visit, paths.webhooks.endpoint, own), label: texts.toEndpoint },
    body: (
      <>
        {outcome.delivered ? (
          <p class="flash" role="status">
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
        <testEndpoint.Form of={own}>
          <button type="submit" class="secondary">
            {texts.testAgain}
          </button>
        </testEndpoint.Form>
      </>
    ),
  };
}
