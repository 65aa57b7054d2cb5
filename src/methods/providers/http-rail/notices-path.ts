/** The path that receives a rail's notices. */
export function noticesPathOf(name: string): string {
  return `/providers/${name}/notices`;
}

/** The URL for a rail's notices; undefined if only the host's proxy knows it. */
export function noticesUrlOf(name: string, { baseUrl }: { baseUrl: string | undefined }): string | undefined {
  return baseUrl === undefined ? undefined : baseUrl + noticesPathOf(name);
}
