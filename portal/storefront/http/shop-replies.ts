// How pages, facts and redirects leave: with the request's cookies, and kept by nobody but for pages of the catalogue.
import { createHash } from 'node:crypto'
import type { ShopContext } from './shop-context.ts'

/** A page that shows something of a person or his basket. */
export async function sendPage(context: ShopContext, html: string, status = 200): Promise<void> {
  await prepare(context)
  context.response.set('Cache-Control', 'no-store').status(status).type('html').send(html)
}

/**
 * A page that is the same for all strangers of one language, but for the token of its forms: the browser keeps it and asks each time
 * whether it is still good. For who is signed in it shows his name, and is kept nowhere.
 */
export async function sendCatalogue(context: ShopContext, html: string): Promise<void> {
  if (context.session !== null || context.notice !== null) return await sendPage(context, html)
  await prepare(context)
  const { request, response } = context
  const etag = `"${createHash('sha256').update(html).digest('base64url').slice(0, 24)}"`
  response.set({ 'Cache-Control': 'private, no-cache', ETag: etag })
  if (request.get('if-none-match') === etag) response.status(304).end()
  else response.type('html').send(html)
}

/** Shown by the browser; kept by nobody. `name` is one of ours: letters, digits and a dot. */
export async function sendPdf(
  context: ShopContext,
  { bytes, name }: { readonly bytes: Uint8Array; readonly name: string },
): Promise<void> {
  await prepare(context)
  const heads = { 'Cache-Control': 'no-store', 'Content-Disposition': `inline; filename="${name}"` }
  context.response.set(heads).type('application/pdf').send(Buffer.from(bytes))
}

/** For the script. */
export async function sendFacts(context: ShopContext, facts: object, status = 200): Promise<void> {
  await prepare(context)
  context.response.set('Cache-Control', 'no-store').status(status).json(facts)
}

/** See Other: the browser fetches `path` with GET. `notice`: what that page says once. */
export async function redirect(context: ShopContext, path: string, notice?: string): Promise<void> {
  if (notice !== undefined) context.leaveNotice(path, notice)
  await prepare(context)
  context.response.set('Cache-Control', 'no-store').redirect(303, path)
}

async function prepare(context: ShopContext): Promise<void> {
  const cookies = await context.cookies()
  if (cookies.length > 0) context.response.append('Set-Cookie', cookies)
}
