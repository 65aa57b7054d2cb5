/** For the `htmx-config` of a page. Pages need neither eval nor htmx's own styles, and must not be cached in the browser. */
export const HTMX_CONFIG = JSON.stringify({
  includeIndicatorCSS: false,
  history: false,
  // An error must not replace the visible content; the next request may succeed.
  noSwap: [204, 304, '4xx', '5xx'],
});
