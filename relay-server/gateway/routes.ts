// The route table: which prefix goes where, where hubs are, and the rule of each path.
import { HUB_PATH } from '@pharmacy-relay/shared/hub/addresses.ts'
import type { GatewaySettings } from './settings.ts'

/** Where a route leads. */
export interface Upstream {
  readonly host: string
  readonly port: number
  readonly secure: boolean
  /** `host:port`, as written in the Host field. */
  readonly authority: string
}

export interface Route {
  readonly name: 'identity' | 'store' | 'pharmacy'
  /** One path segment, e.g. `/Store`; matched with its case, removed before forwarding. */
  readonly prefix: string
  readonly upstream: Upstream
  /** `open`: WebSocket upgrades at `/hubs`; `reserved`: `/hubs` answers 404 until a hub is documented. */
  readonly hub: 'open' | 'reserved'
  /** Of paths behind the prefix; the last is that of all others. */
  readonly paths: readonly PathRule[]
}

/** What a path has that others have not is a field here: whoever judges a request has its rule, and nginx gets a location of it. */
export interface PathRule {
  /** With a slash at its end whatever begins so, else exactly this one. */
  readonly path: string
  readonly maxBodyBytes: number
}

export type RouteTable = readonly Route[]

/** The documented three routes. A new route gets the same transforms, since they are no part of the table. */
export function gatewayRoutes(settings: GatewaySettings): RouteTable {
  const others: PathRule = { path: '/', maxBodyBytes: settings.Gateway__Limits__BodyBytes }
  const route = (name: Route['name'], prefix: string, origin: string): Route => {
    return { name, prefix, upstream: upstreamOf(origin), hub: 'open', paths: [others] }
  }
  return [
    route('identity', '/Identity', settings.Gateway__Routes__Identity),
    {
      ...route('store', '/Store', settings.Gateway__Routes__Store),
      paths: [
        // A registry batch holds up to 500 operations, some with a device's whole report.
        {
          path: '/api/v1/relay-registry/batches',
          maxBodyBytes: settings.Gateway__Limits__LargeBodyBytes,
        },
        others,
      ],
    },
    {
      ...route('pharmacy', '/Pharmacy', settings.Gateway__Routes__Pharmacy),
      hub: 'reserved',
      // Lists of drugs, a file each.
      paths: [{ path: '/api/v1/drug-imports/', maxBodyBytes: settings.Gateway__Limits__UploadBytes }, others],
    },
  ]
}

/** The upstream of an http or https origin. */
export function upstreamOf(origin: string): Upstream {
  const url = new URL(origin)
  const secure = url.protocol === 'https:'
  const port = url.port === '' ? (secure ? 443 : 80) : Number(url.port)
  // net.connect wants IPv6 literals without their brackets.
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  return { host, port, secure, authority: `${url.hostname}:${port}` }
}

/** The route of a path, by whole first segment; null when there is none. */
export function matchRoute(routes: RouteTable, path: string): Route | null {
  for (const candidate of routes) {
    const { prefix } = candidate
    if (path.startsWith(prefix) && (path.length === prefix.length || path[prefix.length] === '/'))
      return candidate
  }
  return null
}

/** `path` is what stands behind the prefix. */
export function pathRuleOf({ paths, name }: Route, path: string): PathRule {
  const rule = paths.find((one) => (isBeginning(one) ? path.startsWith(one.path) : path === one.path))
  if (rule === undefined) throw new RangeError(`no rule for a path of route ${name}`)
  return rule
}

export function isBeginning({ path }: PathRule): boolean {
  return path.endsWith('/')
}

/** True for the hub's own path, with or without the slash that socket.io adds. */
export function isHubPath(path: string): boolean {
  return path === HUB_PATH || path === `${HUB_PATH}/`
}
