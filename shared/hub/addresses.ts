// Where the hubs of identity, store and pharmacy API are, relative to the gateway and to the service itself.

/** The path of every hub on its own host. */
export const HUB_PATH = '/hubs'

/** Hub paths through the gateway. `/Pharmacy/hubs` is reserved: 404 until a hub is documented. */
export const GATEWAY_HUB_PATHS = {
  identity: `/Identity${HUB_PATH}`,
  store: `/Store${HUB_PATH}`,
  pharmacy: `/Pharmacy${HUB_PATH}`,
} as const
