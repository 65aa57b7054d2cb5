// Asks the browser for a passkey when a form needs one, then submits the form with the passkey's response.

/** @typedef {{ optionsJSON: object }} Wanted */
/** @typedef {{ startAuthentication: (of: Wanted) => Promise<object>, startRegistration: (of: Wanted) => Promise<object> }} Library */
// The library was loaded before this script, as a global.
const library = /** @type {{ SimpleWebAuthnBrowser: Library }} */ (/** @type {unknown} */ (window))
  .SimpleWebAuthnBrowser;

/** @param {HTMLFormElement} form */
async function submit(form) {
  const { passkey, options: address = '', failed = '' } = form.dataset;
  const problem = form.querySelector('[role=alert]');
  const button = form.querySelector('button');
  const field = form.elements.namedItem('response');
  if (!(problem instanceof HTMLElement) || !(field instanceof HTMLInputElement)) return;
  problem.hidden = true;
  if (button) button.disabled = true;
  try {
    const answer = await fetch(address, { method: 'POST' });
    if (!answer.ok) throw new Error(String(answer.status));
    /** @type {unknown} */
    const wanted = await answer.json();
    const optionsJSON = /** @type {object} */ (wanted);
    const response =
      passkey === 'create'
        ? await library.startRegistration({ optionsJSON })
        : await library.startAuthentication({ optionsJSON });
    field.value = JSON.stringify(response);
    form.submit();
  } catch {
    // Cancelled by the user, or no passkey of this site.
    problem.textContent = failed;
    problem.hidden = false;
    if (button) button.disabled = false;
  }
}

document.addEventListener('submit', (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.dataset.passkey === undefined) return;
  event.preventDefault();
  void submit(form);
});
