/** An address of this service, below `public_url`, which may have a path of its own. */
export const serviceUrl = (publicUrl: string, path: string): URL =>
  new URL(path, publicUrl.endsWith('/') ? publicUrl : `${publicUrl}/`);
