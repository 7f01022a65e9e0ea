// The job link of this computer: who it is on links, whom it may look for, and the hub as the way around the LAN.
import os from 'node:os'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { ReachFailpoint } from '../failpoints/reach-failpoint.ts'
import type { LeveledLogger } from '../logging/json-logger.ts'
import type { AgentSelf } from './agent-self.ts'
import { allowedAddresses, isDevelopmentAddress } from '../assignment/target-rules.ts'
import { JobLink, type JobLinkParts } from '../link/job-link.ts'
import type { HubCarrier } from '../link/link-parts.ts'
import type { LinkServices, LinkPort } from '../printing/link-port.ts'
import { isOwnAddress } from '../network/own-address.ts'

export interface AgentLinkParts {
  readonly agentVersion: string
  readonly clock: Clock
  readonly random: () => number
  readonly logger: LeveledLogger
  readonly self: Pick<AgentSelf, 'settings' | 'rotation' | 'peers'>
  readonly failpoint: ReachFailpoint
  /** Asked each time: the relay is made after the link, which it tells of messages. */
  readonly carrier: () => HubCarrier
}

export function createLink(parts: AgentLinkParts, services: LinkServices): LinkPort {
  const { clock, random, logger, self, failpoint, carrier } = parts
  return new JobLink({
    ...services,
    peers: self.peers,
    clock,
    random,
    failpoint,
    logger: logger.named('link'),
    ...selfOnLinks(parts),
    carrier: {
      get isUp() {
        return carrier().isUp
      },
      send: async (target, message) => carrier().send(target, message),
    },
  })
}

function selfOnLinks({
  agentVersion,
  self: { settings, rotation },
}: AgentLinkParts): Pick<JobLinkParts, 'identity' | 'self' | 'allowed' | 'mayLookUp'> {
  const localAddress = (): string | null => settings.values().LocalAddress
  return {
    identity: () => {
      const { pem, fingerprint, privateKey } = rotation.identity()
      return { certificatePem: pem, fingerprint, privateKey }
    },
    self: () => ({ agent: agentVersion, computerName: settings.values().ComputerName ?? 'unnamed' }),
    mayLookUp: () => !isDevelopmentAddress(localAddress()),
    allowed: (addresses) =>
      allowedAddresses(addresses, {
        localAddress: localAddress(),
        isOwnAddress: (host) => isOwnAddress(host, os.networkInterfaces()),
      }),
  }
}
