// Where the programs of the machine listen, as its devices and people reach them from its own network, and who signs in there.
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'

export const ADMIN = { email: 'ada@relay.example', password: 'correct horse battery staple' } as const
/** Where the package lies in the machine. */
export const DEB = '/root/server.deb'

export const PLACES = {
  portalUrl: 'http://127.0.0.1:5132',
  shopUrl: 'http://127.0.0.1:3000',
  gatewayUrl: 'http://127.0.0.1:5082',
  ports: {
    Gateway__Port: 5_082,
    Identity__Port: 5_193,
    Store__Port: 5_141,
    Pharmacy__Port: 5_100,
    Portal__Port: 5_132,
    Storefront__Port: 3_000,
  },
} as const

/** Prints 200 when the admin may come in. */
export const SIGN_IN = `curl -s -o /dev/null -w '%{http_code}' -H 'content-type: application/json' -H 'X-Forwarded-For: 192.0.2.1' -d '${JSON.stringify(
  ADMIN,
)}' http://127.0.0.1:5082/Identity${identityApi.signIn.path}`
