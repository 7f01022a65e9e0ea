// Where the hubs of identity, store and pharmacy API are: the one table that every client of a hub asks.

/** The path of every hub on its own host. */
export const HUB_PATH = '/hubs'

/** Hub paths through the gateway. `/Pharmacy/hubs` is reserved: 404 until a hub is documented. */
export const GATEWAY_HUB_PATHS = {
  identity: `/Identity${HUB_PATH}`,
  store: `/Store${HUB_PATH}`,
  pharmacy: `/Pharmacy${HUB_PATH}`,
} as const

type HubUrls = Readonly<Record<keyof typeof GATEWAY_HUB_PATHS, string>>

/** The hubs as portal and devices reach them; `gateway` is its origin, without a path. */
export function gatewayHubUrls(gateway: string): HubUrls {
  return {
    identity: gateway + GATEWAY_HUB_PATHS.identity,
    store: gateway + GATEWAY_HUB_PATHS.store,
    pharmacy: gateway + GATEWAY_HUB_PATHS.pharmacy,
  }
}

/** A hub as services beside it reach it, at the origin of its own API. */
export function directHubUrl(api: string): string {
  return api + HUB_PATH
}
