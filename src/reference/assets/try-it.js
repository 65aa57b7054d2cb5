// Makes an operation's call from its page. The API key is kept in this tab's session storage and goes into the call's header,
// and nowhere else. Without this script the form stays hidden, and the samples are there.

const KEY = 'docs.test-key';
const TEST_KEY = /^sk_test_[\x21-\x7e]+$/;
const JSON_TOKENS = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(true|false|null)\b|-?\b\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\b/g;
const SHOWN_HEADERS = [
  'X-Request-Id',
  'Idempotent-Replay',
  'Location',
  'RateLimit-Remaining',
  'Retry-After',
  'Service-Version',
];

const section = document.querySelector('.try');
const form = section?.querySelector('form');
if (section instanceof HTMLDetailsElement && form) begin(section, form);

/**
 * @param {HTMLDetailsElement} section
 * @param {HTMLFormElement} form
 */
function begin(section, form) {
  section.hidden = false;
  const texts = section.dataset;
  const { baseUrl = '' } = texts;
  // The page's policy allows calls to its own address only.
  if (new URL(baseUrl).origin !== location.origin) {
    form.hidden = true;
    const elsewhere = section.querySelector('.elsewhere');
    elsewhere?.removeAttribute('hidden');
    elsewhere?.querySelector('a')?.setAttribute('href', baseUrl + location.pathname);
    return;
  }
  const key = fieldOf(form, 'key');
  const kept = sessionStorage.getItem(KEY);
  if (key && kept !== null) key.value = kept;
  // A reader who has tried a call is likely to try the next.
  section.open = kept !== null;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send(section, form, texts);
  });
}

/**
 * @param {HTMLElement} section
 * @param {HTMLFormElement} form
 * @param {DOMStringMap} texts
 */
async function send(section, form, texts) {
  const problem = section.querySelector('.problem');
  const answer = section.querySelector('.answer');
  const button = form.querySelector('button');
  if (!problem || !answer || !button) return;
  problem.textContent = '';
  answer.replaceChildren();
  const call = readCall(form, texts);
  if ('refused' in call) {
    problem.textContent = call.refused;
    call.field.focus();
    return;
  }
  if (call.key !== undefined) sessionStorage.setItem(KEY, call.key);
  button.disabled = true;
  answer.replaceChildren(textOf('p', texts.sending ?? ''));
  const began = performance.now();
  try {
    const response = await fetch(call.address, {
      method: call.method,
      headers: call.headers,
      ...(call.body !== undefined && { body: call.body }),
      // The call is authenticated by the key, so a session of the panel must not be sent along.
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'error',
    });
    const body = await response.text();
    answer.replaceChildren(...show(call, response, body, Math.round(performance.now() - began), texts));
  } catch (error) {
    answer.replaceChildren();
    problem.textContent = `${texts.failed ?? ''} ${error instanceof Error ? error.message : ''}`;
  } finally {
    button.disabled = false;
  }
}

/**
 * @typedef {{ method: string, address: string, headers: Record<string, string>, body?: string, key?: string }} Call
 * @param {HTMLFormElement} form
 * @param {DOMStringMap} texts
 * @returns {Call | { refused: string, field: HTMLElement }}
 */
function readCall(form, texts) {
  const { method = 'GET', path = '' } = form.dataset;
  /** @type {Record<string, string>} */
  const headers = {};
  const key = fieldOf(form, 'key');
  const secret = key?.value.trim();
  if (key && secret !== undefined) {
    if (!TEST_KEY.test(secret)) return { refused: texts.notTestKey ?? '', field: key };
    headers['Authorization'] = `Bearer ${secret}`;
  }
  let filled = path;
  const query = new URLSearchParams();
  for (const input of form.querySelectorAll('input')) {
    const { role, name = '' } = input.dataset;
    if (role === 'path') filled = filled.replace(`{${name}}`, encodeURIComponent(input.value.trim()));
    if (role === 'query' && input.value !== '') query.append(name, input.value);
  }
  const idempotencyKey = fieldOf(form, 'idempotency-key');
  if (idempotencyKey) headers['Idempotency-Key'] = idempotencyKey.value.trim() || newKey();
  const body = form.querySelector('textarea');
  if (body) {
    try {
      JSON.parse(body.value);
    } catch (error) {
      const why = error instanceof Error ? error.message : '';
      return { refused: `${texts.notJson ?? ''} ${why}`, field: body };
    }
    headers['Content-Type'] = 'application/json';
  }
  return {
    method,
    address: query.size > 0 ? `${filled}?${query}` : filled,
    headers,
    ...(body && { body: body.value }),
    ...(secret !== undefined && { key: secret }),
  };
}

/** As random as a UUID, also on pages that are not served over https. */
function newKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}

/**
 * @param {Call} call
 * @param {Response} response
 * @param {string} body
 * @param {number} tookMs
 * @param {DOMStringMap} texts
 * @returns {HTMLElement[]}
 */
function show(call, response, body, tookMs, texts) {
  const status = document.createElement('p');
  const outcome = textOf('strong', `${response.status} ${response.statusText}`.trim());
  outcome.dataset.outcome = response.ok ? 'good' : 'bad';
  status.append(outcome, ` · ${tookMs} ms · `, textOf('code', `${call.method} ${call.address}`));
  const sent = call.headers['Idempotency-Key'];
  const headers = [
    ...(sent === undefined ? [] : [`Idempotency-Key: ${sent}`]),
    ...SHOWN_HEADERS.flatMap((name) => {
      const value = response.headers.get(name);
      return value === null ? [] : [`${name}: ${value}`];
    }),
  ].join('\n');
  return [
    status,
    blockOf(headers),
    body === '' ? textOf('p', texts.noBody ?? '') : blockOf(body, response.headers),
  ];
}

/**
 * Code as the page shows it, coloured if it is JSON.
 * @param {string} text
 * @param {Headers} [headers]
 */
function blockOf(text, headers) {
  const block = document.createElement('div');
  block.className = 'code';
  const pre = document.createElement('pre');
  pre.tabIndex = 0;
  const code = document.createElement('code');
  if (headers?.get('content-type')?.startsWith('application/json')) code.append(...coloured(indented(text)));
  else code.textContent = text;
  pre.append(code);
  block.append(pre);
  return block;
}

/**
 * Parsing would change numbers of many digits, so only the spaces between tokens are changed.
 * @param {string} json
 */
function indented(json) {
  let depth = 0;
  let next = '';
  const line = () => `\n${'  '.repeat(depth)}`;
  return json.replace(/\s+|"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+/g, (token) => {
    if (/^\s/.test(token)) return '';
    const before = next;
    next = '';
    if (token === '}' || token === ']') {
      depth -= 1;
      // An empty object or list has nothing before it.
      return before === '' ? line() + token : token;
    }
    if (token === '{' || token === '[') depth += 1;
    if (token === '{' || token === '[' || token === ',') next = line();
    return before + (token === ':' ? ': ' : token);
  });
}

/**
 * @param {string} json
 * @returns {(string | HTMLElement)[]}
 */
function coloured(json) {
  const parts = [];
  let at = 0;
  for (const found of json.matchAll(JSON_TOKENS)) {
    const [token, text, colon = '', literal] = found;
    parts.push(json.slice(at, found.index));
    const kind =
      text === undefined ? (literal === undefined ? 'number' : 'keyword') : colon ? 'attr' : 'string';
    const span = textOf('span', text ?? token);
    span.className = `hljs-${kind}`;
    parts.push(span, colon);
    at = found.index + token.length;
  }
  return [...parts, json.slice(at)];
}

/**
 * @param {HTMLFormElement} form
 * @param {string} role
 */
function fieldOf(form, role) {
  return /** @type {HTMLInputElement | null} */ (form.querySelector(`input[data-role='${role}']`));
}

/**
 * @param {string} name
 * @param {string} text
 */
function textOf(name, text) {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
}
