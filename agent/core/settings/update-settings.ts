// Settings of updates: where they come from, and whose they are.
import type { KeyObject } from 'node:crypto'
import { z } from 'zod'
import { publisherKeys } from '../updates/signature.ts'
import { isLoopback, withScheme } from './hub-url.ts'

/** With a path, as files lie below it; encrypted unless it is this computer itself. Its scheme may be left out. */
export const UpdateUrlText = z
  .string()
  .trim()
  .max(1_024)
  .transform(withScheme)
  .refine(isUpdateUrl, 'must look like https://updates.example/agent; http: is allowed to this computer only')

export const UpdateKeysText = z
  .string()
  .max(4_096)
  .transform((text, context): KeyObject[] => {
    try {
      return publisherKeys(text)
    } catch {
      context.addIssue('must be public keys')
      return z.NEVER
    }
  })

function isUpdateUrl(text: string): boolean {
  const url = URL.parse(text)
  if (url === null || url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))
}
