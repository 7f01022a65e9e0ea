// Support for the person at a computer: his requests go to the store API in the name of his session, and its refusals come back as
// codes of the hub.
import type { EndpointCall, EndpointResult } from '@pharmacy-relay/shared/api/endpoint.ts'
import type { helpApi } from '@pharmacy-relay/shared/api/support/help.ts'
import type { taskFilesApi } from '@pharmacy-relay/shared/api/support/task-files-api.ts'
import type { helpEvents } from '@pharmacy-relay/shared/hub/help-events.ts'
import { HubError, type Handlers, type HubCode } from '@pharmacy-relay/shared/hub/request-reply.ts'
import { PROBLEM_CODES, ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { RateBucket } from '../limits/rates.ts'
import type { HubSettings } from '../limits/settings.ts'
import type { Session } from '../sessions/session.ts'
import {
  checkedLabel,
  oneFileAtATime,
  unpackedBundle,
  type FileOfComputer,
  type HelpBundleParts,
} from './help-bundle.ts'

type HelpApi = typeof helpApi & Pick<typeof taskFilesApi, 'sendHelpFile'>

/** The store API's endpoints for computers. Throws ProblemError. */
export type HelpDesk = <K extends keyof HelpApi>(
  name: K,
  body: EndpointCall<HelpApi[K]>['body'],
) => Promise<EndpointResult<HelpApi[K]>>

export interface HelpParts extends HelpBundleParts {
  /** Left out where nobody answers. */
  readonly helpDesk?: HelpDesk
  readonly settings: HubSettings
}

/** NOT_REGISTERED before the session is open: the store API asks its row which pharmacy and computer it is. */
export function helpHandlers(session: Session, parts: HelpParts): Handlers<typeof helpEvents> {
  const { sessionId } = session
  const ask = askerOf(session, parts)
  const sendFile = async (file: FileOfComputer) => ask('sendHelpFile', { ...file, sessionId })
  return {
    AskForHelpAsync: async (request) => ask('askForHelp', { ...request, sessionId }),
    SendHelpMessageAsync: async (words) => ask('sendHelpMessage', { ...words, sessionId }),
    ListHelpTasksAsync: async () => (await ask('listHelpTasks', { sessionId })).tasks,
    ListHelpMessagesAsync: async (question) =>
      (await ask('listHelpMessages', { ...question, sessionId })).messages,
    ReadHelpMessagesAsync: async (read) => {
      await ask('readHelpMessages', { ...read, sessionId })
      return null
    },
    AnswerHelpAsync: async (answer) => ask('answerHelp', { ...answer, sessionId }),
    SendHelpBundleAsync: async (bundle) =>
      oneFileAtATime(session, parts, async () => sendFile(await unpackedBundle(bundle))),
    SendHelpLabelAsync: async (label) =>
      oneFileAtATime(session, parts, async () => sendFile(checkedLabel(label))),
    SupportPresenceAsync: async (presence) => {
      await ask('tellHelpPresence', { ...presence, sessionId })
      return null
    },
  }
}

function askerOf(session: Session, { helpDesk, settings, clock }: HelpParts): HelpDesk {
  return async (name, body) => {
    session.registered()
    if (helpDesk === undefined) throw new HubError('NOT_SUPPORTED', 'This hub knows no support')
    // A device that floods it would keep every other one's words out.
    session.helpRate ??= new RateBucket({ perSecond: settings.reportsPerSecond, clock })
    if (!session.helpRate.take()) throw new HubError('RATE_LIMITED', 'Too many requests in a second')
    try {
      return await helpDesk(name, body)
    } catch (error) {
      throw error instanceof ProblemError ? refusalOf(error) : error
    }
  }
}

function refusalOf(problem: ProblemError): HubError {
  const retryAfterMs = problem.retryAfterS === null ? null : problem.retryAfterS * 1_000
  return new HubError(codeOf(problem), problem.reason ?? problem.message, { cause: problem, retryAfterMs })
}

function codeOf({ code }: ProblemError): HubCode {
  if (code === 'rate_limited') return 'RATE_LIMITED'
  if (code === 'invalid' || code === 'request_refused') return 'INVALID'
  if (code === 'too_large') return 'TOO_LARGE'
  return PROBLEM_CODES[code].retry === 'retry' ? 'UNAVAILABLE' : 'FORBIDDEN'
}
