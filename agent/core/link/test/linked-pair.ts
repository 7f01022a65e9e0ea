// The job links of two computers that trust each other, real but for the hub, which is not there.
import type { DeviceCertificate } from '../../keys/device-certificate.ts'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { HubError } from '@pharmacy-relay/shared/hub/request-reply.ts'
import type { LinkServices, LinkPort } from '../../printing/link-port.ts'
import { JobLink, type JobLinkParts, type PeerBook } from '../job-link.ts'
import type { LinkIdentity, TrustedPeer } from '../link-parts.ts'
import { newCertificates } from './certificates.ts'

const [device, other] = await newCertificates(2)
const NOBODY: PeerBook = {
  peerOf: () => null,
  target: () => null,
  trusted: () => null,
  onChange: () => () => undefined,
}

function identityOf(certificate: DeviceCertificate | undefined): LinkIdentity {
  if (certificate === undefined) throw new Error('no certificate')
  const { pem, fingerprint, privateKey } = certificate
  return { certificatePem: pem, fingerprint, privateKey }
}

function loneLink(services: LinkServices, over: Partial<JobLinkParts> = {}): LinkPort {
  return new JobLink({
    ...services,
    peers: NOBODY,
    clock: systemClock,
    random: () => 0,
    logger: silentLogger,
    identity: () => identityOf(device),
    self: () => ({ agent: '0.1.0', computerName: 'TEST-PC' }),
    carrier: {
      isUp: false,
      send: async () => Promise.reject(new HubError('UNAVAILABLE', 'no hub')),
    },
    mayLookUp: () => false,
    allowed: (addresses) => addresses,
    ...over,
  })
}

/** The links of a PrinterComputer and of its Client, who trust each other; over the LAN only. */
export function linkedPair() {
  const server = peerOf('DISPENSARY', 'd', device)
  const client = peerOf('COUNTER-1', 'c', other)
  const find = (fingerprint: string) => (client.fingerprints.includes(fingerprint) ? client : null)
  return {
    serverKey: server.deviceKey,
    server: (services: LinkServices): LinkPort => loneLink(services, { peers: { ...NOBODY, peerOf: find } }),
    client: (services: LinkServices): LinkPort =>
      loneLink(services, {
        identity: () => identityOf(other),
        peers: {
          ...NOBODY,
          target: () => server,
          trusted: (key) => (key === server.deviceKey ? server : null),
        },
      }),
  }
}

function peerOf(
  computerName: string,
  digit: string,
  certificate: DeviceCertificate | undefined,
): TrustedPeer {
  return { computerName, deviceKey: digit.repeat(64), fingerprints: [identityOf(certificate).fingerprint] }
}
