// Serves the pages to the window under an address of their own: only files of their folder, and nothing from outside.
import { readFile } from 'node:fs/promises'
import path from 'node:path'

export const SCHEME = 'pharmacy-relay'
export const PAGE = `${SCHEME}://window/index.html`

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}

/** No script or style but the pages' own files; pictures of labels are data; nothing is asked of any other address. */
export const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const HEADERS = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-store',
}

/** Whether an address is that of the pages, whatever stands in its hash. */
export function isPage(address: string): boolean {
  return address === PAGE || address.startsWith(`${PAGE}#`)
}

/** Answers one request for a file of `folder`; 404 for everything that is no plain name in it. */
export async function pageFile(
  folder: string,
  request: { readonly method: string; readonly url: string },
): Promise<Response> {
  const name = fileName(request.url)
  if (request.method !== 'GET' || name === null) return missing()
  const bytes = await readFile(path.join(folder, name)).catch(() => null)
  if (bytes === null) return missing()
  const type = TYPES[path.extname(name)] ?? 'application/octet-stream'
  return new Response(new Uint8Array(bytes), { headers: { ...HEADERS, 'content-type': type } })
}

function fileName(address: string): string | null {
  const { host, pathname } = new URL(address)
  return host === 'window' ? (/^\/([\w-]+\.(?:html|js|css))$/.exec(pathname)?.[1] ?? null) : null
}

function missing(): Response {
  return new Response('', { status: 404, headers: HEADERS })
}
