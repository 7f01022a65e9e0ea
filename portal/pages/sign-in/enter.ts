// A full sign-in in this browser: its session, and what it keeps of it.
import type { RequestContext } from '../../http/request-context.ts'
import { redirect } from '../../http/replies.ts'
import { knownDeviceCookie } from '../../session/known-device.ts'
import type { Sessions } from '../../session/sessions.ts'
import type { Entered } from '../../session/sign-ins.ts'
import { PATHS } from '../../views/paths.ts'

interface EnterGiven {
  readonly context: RequestContext
  readonly sessions: Sessions
  readonly entered: Entered
  /** Null means the list. */
  readonly returnTo: string | null
}

/** A session that the browser brought along ends here: nobody else's is carried on. */
export async function enter({ context, sessions, entered, returnTo }: EnterGiven): Promise<void> {
  const before = context.session
  context.session = entered.session
  const known = knownDeviceCookie(entered.knownDevice)
  if (known !== null) context.addCookie(known)
  if (before !== null) await sessions.end(before, context.clientAddress)
  await redirect(context, returnTo ?? PATHS.relay)
}
