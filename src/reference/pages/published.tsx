import type { JSX } from 'preact';
import { VERSIONS } from '../../contract/index.ts';
import type { Language } from '../../pages/index.ts';
import { PUBLISHED } from './published-texts.ts';

/** Links to every document that tools load, each with its purpose. */
export function Published({ language }: { language: Language }): JSX.Element {
  const { older, ...texts } = PUBLISHED[language];
  return (
    <ul>
      {Object.entries(texts).map(([path, about]) => (
        <li>
          <a href={path}>{path.slice(1)}</a>: {about}
        </li>
      ))}
      <li>
        {VERSIONS.map((version, index) => (
          <>
            {index > 0 && ', '}
            <a href={`/openapi/${version}.json`}>{`openapi/${version}.json`}</a>
          </>
        ))}
        : {older}
      </li>
    </ul>
  );
}
