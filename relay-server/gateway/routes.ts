// The route table: which prefix goes where, where hubs are, which paths take large bodies.
import { HUB_PATH } from '@pharmacy-relay/shared/hub/addresses.ts'
import type { GatewayLimits, GatewaySettings } from './settings.ts'

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
  /** Paths behind the prefix whose bodies may be as large as the large-body limit. */
  readonly largeBodyPaths: readonly string[]
  /** How paths begin that take whole files, up to the limit of uploads. */
  readonly uploadPaths: readonly string[]
}

export type RouteTable = readonly Route[]

// A registry batch holds up to 500 operations, some with a device's whole report.
const STORE_LARGE_BODIES = ['/api/v1/relay-registry/batches']

// Lists of drugs, a file each.
const PHARMACY_UPLOADS = ['/api/v1/drug-imports/']

/** The documented three routes. A new route gets the same transforms, since they are no part of the table. */
export function gatewayRoutes(settings: GatewaySettings): RouteTable {
  return [
    route('identity', '/Identity', settings.Gateway__Routes__Identity),
    { ...route('store', '/Store', settings.Gateway__Routes__Store), largeBodyPaths: STORE_LARGE_BODIES },
    {
      ...route('pharmacy', '/Pharmacy', settings.Gateway__Routes__Pharmacy),
      hub: 'reserved',
      uploadPaths: PHARMACY_UPLOADS,
    },
  ]
}

function route(name: Route['name'], prefix: string, origin: string): Route {
  return { name, prefix, upstream: upstreamOf(origin), hub: 'open', largeBodyPaths: [], uploadPaths: [] }
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

/** The largest body that a path of the route takes, in bytes. */
export function bodyLimitOf(route: Route, path: string, limits: GatewayLimits): number {
  if (route.uploadPaths.some((beginning) => path.startsWith(beginning))) return limits.uploadBytes
  return route.largeBodyPaths.includes(path) ? limits.largeBodyBytes : limits.bodyBytes
}

/** True for the hub's own path, with or without the slash that socket.io adds. */
export function isHubPath(path: string): boolean {
  return path === HUB_PATH || path === `${HUB_PATH}/`
}
