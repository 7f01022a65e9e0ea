// How a device of the run answers its hub; what it must never see is told.
import { forEachRequest } from '@pharmacy-relay/shared/hub/device-requests.ts'
import type { IRelayClient } from '@pharmacy-relay/shared/hub/relay-hub.ts'
import { HubError, type Handlers } from '@pharmacy-relay/shared/hub/request-reply.ts'

export interface Watching {
  readonly bootId: string
  received(from: string, payload: Uint8Array): void
  heardOf(deviceKey: string): void
  nudged(): void
}

export function deviceAnswers(watching: Watching): Handlers<typeof IRelayClient> {
  const done = (): Promise<null> => Promise.resolve(null)
  const refused = (): Promise<never> => Promise.reject(new HubError('NOT_SUPPORTED', 'Not in this run'))
  return {
    ChallengeAsync: refused,
    ...forEachRequest(() => refused),
    AskTracedAsync: refused,
    PharmacyChangedAsync: done,
    NewIdentityAsync: done,
    RoleChangedAsync: done,
    HelpChangedAsync: done,
    SupportPresenceAsync: done,
    PrinterConfigChangedAsync: done,
    SessionReplacedAsync: done,
    SessionEndedAsync: done,
    RestartingAsync: done,
    ReceiveMessageAsync: (from, payload) => {
      watching.received(from, payload)
      return done()
    },
    DeviceStatusChangedAsync: (deviceKey) => {
      watching.heardOf(deviceKey)
      return done()
    },
    NudgeRequestAsync: (last) => {
      watching.nudged()
      const { bootId } = watching
      return Promise.resolve({ ...last, seq: 0, bootId, queueDepth: 0, configVersion: 0, configHash: '' })
    },
  }
}
