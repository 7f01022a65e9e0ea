// For tests: a real agent behind a real gateway, whose certificate the store API of the scene has.
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { newCertificate } from '@pharmacy-relay/shared/test/test-certificates.ts'
import { startGateway } from '@pharmacy-relay/relay-server/gateway/test/gateway-rig.ts'
import { newDevice } from '@pharmacy-relay/relay-server/store-api/test/test-store.ts'
import { startAgent, type InProcessAgent } from '../../agent/test/in-process-agent.ts'
import { identityHub, own, placeOf } from './address-scene.ts'

interface KnownAgent {
  /** Of its own, on loopback. */
  readonly address: string
  /** For how long its pharmacy has been there; after 7 the computer vouches for the address. */
  readonly days: number
  readonly browserSignIn?: boolean
  /** The pharmacy API behind the gateway; none where left out. */
  readonly pharmacyUrl?: string
  /** The setting Printers. */
  readonly printers?: string
  /** Of an agent that ran before; left out, a new one. */
  readonly dataFolder?: string
}

export async function agentOf({
  address,
  days,
  browserSignIn,
  pharmacyUrl,
  ...more
}: KnownAgent): Promise<InProcessAgent> {
  const agent = await startAgent({
    address,
    gatewayUrl: await gatewayToIdentity(pharmacyUrl),
    ...more,
    ...(browserSignIn === undefined ? {} : { browserSignIn }),
  })
  const pem = agent.hub.proofs[0]?.certificate ?? ''
  const device = { ...newDevice(own, `PC-${address}`), certificate: { ...newCertificate(), pem } }
  await placeOf(own, { address, days, device })
  return agent
}

/** Its origin. */
export async function gatewayToIdentity(
  pharmacyUrl = identityHub.url,
  logger = silentLogger,
): Promise<string> {
  const { url } = await startGateway({
    upstreamPort: Number(new URL(identityHub.url).port),
    settings: { Gateway__Routes__Pharmacy: pharmacyUrl },
    logger,
  })
  return url
}
