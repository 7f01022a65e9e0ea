// What a device may ask of the hub: the six documented methods, bound to its session.
import type { IRelayHub } from '@pharmacy-relay/shared/hub/relay-hub.ts'
import type { Handlers } from '@pharmacy-relay/shared/hub/request-reply.ts'
import type { PeerRelay } from './peer-relay.ts'
import type { Registrations } from './registration.ts'
import type { Registry } from './registry.ts'
import type { Session } from './session.ts'

export interface DeviceHandlersParts {
  readonly registrations: Registrations
  readonly relay: PeerRelay
  readonly registry: Registry
}

/** Everything but RegisterDeviceAsync is NOT_REGISTERED until the registry has opened the session. */
export function deviceHandlers(session: Session, parts: DeviceHandlersParts): Handlers<typeof IRelayHub> {
  const { registrations, relay, registry } = parts
  const { sessionId } = session
  return {
    RegisterDeviceAsync: async (registration) => registrations.register(session, registration),
    UnregisterDeviceAsync: async () => registrations.unregister(session),
    RelayMessageAsync: async (target, payload) => relay.relay(session, target, payload),
    NudgeAsync: async (target) => relay.nudge(session, target),
    UpdateRoleAsync: async (role) => {
      session.registered()
      await registry.report({ sessionId, role, system: null })
      return null
    },
    ReportSystemAsync: async (system) => {
      session.registered()
      await registry.report({ sessionId, role: null, system })
      return null
    },
  }
}
