// What a device may ask of the hub: pairing, the documented methods and its reports, bound to its session.
import type { IRelayHub } from '@pharmacy-relay/shared/hub/relay-hub.ts'
import { HubError, type Handlers } from '@pharmacy-relay/shared/hub/request-reply.ts'
import type { Assignments } from './requests/assignments.ts'
import { helpHandlers, type HelpParts } from './requests/help-desk.ts'
import { pairDevice } from './admission/pairing.ts'
import type { PeerRelay } from './relay/peer-relay.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { RateBucket, RelayRate } from './limits/rates.ts'
import type { Registrations } from './admission/registration.ts'
import { NOTHING_NEW, type Registry, type ReportRequest } from './registry/registry.ts'
import type { Session } from './sessions/session.ts'

export interface DeviceHandlersParts extends HelpParts {
  readonly registrations: Registrations
  readonly relay: PeerRelay
  readonly assignments: Assignments
  readonly registry: Registry
  readonly gatewayUrl?: string | null
  readonly logger: Logger
}

/** Everything but PairDeviceAsync and RegisterDeviceAsync is NOT_REGISTERED until the registry has opened the session. */
export function deviceHandlers(session: Session, parts: DeviceHandlersParts): Handlers<typeof IRelayHub> {
  const { registrations, relay, registry, logger } = parts
  const checkRate = rateOf(session, parts)
  const report = reporter(session, parts)
  return {
    PairDeviceAsync: async (request) =>
      pairDevice(session, request, {
        registry,
        gatewayUrl: parts.gatewayUrl ?? null,
        logger,
        untilLeased: async () => registrations.untilLeased(),
      }),
    RegisterDeviceAsync: async (registration) => registrations.register(session, registration),
    UnregisterDeviceAsync: async () => registrations.unregister(session),
    RelayMessageAsync: async (target, payload) => {
      checkRate(payload.byteLength)
      return owed(session, async () => relay.relay(session, target, payload))
    },
    NudgeAsync: async (target) => {
      checkRate(0)
      return owed(session, async () => relay.nudge(session, target))
    },
    UpdateRoleAsync: async (role) => report({ role }),
    ReportSystemAsync: async (system) => report({ system }),
    ReportPrintersAsync: async (printers) => report({ printers }),
    // What a later version says is neither applied nor failed here.
    ReportConfigAsync: async (config) => (config.state === 'other' ? null : report({ config })),
    ReportJobsAsync: async (jobs) => report({ jobs }),
    ...helpHandlers(session, parts),
  }
}

/** `work` begins within the call. */
async function owed<T>(session: Session, work: () => Promise<T>): Promise<T> {
  session.checkStays()
  session.outcomesOwed += 1
  try {
    return await work()
  } finally {
    session.outcomesOwed -= 1
  }
}

/** Throws HubError RATE_LIMITED beyond what the device may send its peers. */
function rateOf(
  session: Session,
  { settings, clock }: Pick<DeviceHandlersParts, 'settings' | 'clock'>,
): (byteCount: number) => void {
  return (byteCount) => {
    session.registered()
    session.relayRate ??= new RelayRate(settings, clock)
    if (!session.relayRate.take(byteCount))
      throw new HubError('RATE_LIMITED', 'Too much for its peers in a second')
  }
}

type News = Partial<Omit<ReportRequest, 'sessionId'>>

function reporter(session: Session, parts: DeviceHandlersParts): (news: News) => Promise<null> {
  const { assignments, registry, settings, clock } = parts
  return async (news) => {
    session.registered()
    // The queue to the registry is one for all: a device that floods it would keep every other one out.
    session.reportRate ??= new RateBucket({ perSecond: settings.reportsPerSecond, clock })
    if (!session.reportRate.take()) throw new HubError('RATE_LIMITED', 'Too many reports in a second')
    // Its report may overtake its answer; the registry is told `received` first.
    if (news.config) assignments.holds(session, news.config)
    await registry.report({ sessionId: session.sessionId, ...NOTHING_NEW, ...news })
    return null
  }
}
