/** What a reader sees of a page's main part, with single spaces. */
export function readable(html: string): string {
  const [, main = html] = /<main[^>]*>([\s\S]*)<\/main>/.exec(html) ?? [];
  return main
    .replaceAll(/<br ?\/?>|<\/(?:p|li|td|th|dd|dt|h1|h2|option|label|div|summary|a|button|legend)>/g, ' ')
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ');
}
