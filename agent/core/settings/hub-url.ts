// The address of the hub: an origin, encrypted unless it is this computer itself.
import { isIPv4 } from 'node:net'
import { HUB_PATH } from '@pharmacy-relay/shared/hub/addresses.ts'
import { z } from 'zod'

const SCHEMES: Readonly<Record<string, 'http:' | 'https:'>> = {
  'http:': 'http:',
  'ws:': 'http:',
  'https:': 'https:',
  'wss:': 'https:',
}

/**
 * Text of an http, https, ws or wss address, given as the origin with http or https. People type `portal.example` too: without
 * a scheme it is http: to this computer itself, and https: anywhere else. Refuses clear text beyond loopback.
 */
export const HubUrlText = originText({
  paths: ['', '/', HUB_PATH],
  pathFault: `must not have a path; the agent adds ${HUB_PATH} itself`,
})

/** The same for the gateway, by whose paths the agent goes. */
export const GatewayUrlText = originText({ paths: ['', '/'], pathFault: 'must not have a path' })

interface OriginRule {
  readonly paths: readonly string[]
  /** What is said of any other. */
  readonly pathFault: string
}

function originText(rule: OriginRule) {
  return z
    .string()
    .trim()
    .max(2_048)
    .transform((text, context) => {
      const verdict = originIn(text, rule)
      if ('origin' in verdict) return verdict.origin
      context.addIssue({ code: 'custom', message: verdict.fault })
      return z.NEVER
    })
}

function originIn(
  text: string,
  { paths, pathFault }: OriginRule,
): { readonly origin: string } | { readonly fault: string } {
  const url = URL.parse(withScheme(text))
  const scheme = url === null ? undefined : SCHEMES[url.protocol]
  if (url === null || scheme === undefined || url.host === '')
    return { fault: 'must look like https://portal.example' }
  if (url.username !== '' || url.password !== '') return { fault: 'must not hold a user name or password' }
  if (!paths.includes(url.pathname) || url.search !== '' || url.hash !== '') return { fault: pathFault }
  if (scheme === 'http:' && !isLoopback(url.hostname)) {
    return { fault: 'must be https: (or wss:), because http: is allowed to this computer only' }
  }
  return { origin: `${scheme}//${url.host}` }
}

/** As HubUrlText says. `localhost:5132` alone would be a scheme of its own. */
export function withScheme(text: string): string {
  if (text === '' || /^[a-z][\w+.-]*:\/\//i.test(text)) return text
  const clear = `http://${text}`
  return isLoopback(URL.parse(clear)?.hostname ?? '') ? clear : `https://${text}`
}

/** Clear text goes to this computer only. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || (isIPv4(hostname) && hostname.startsWith('127.'))
}
