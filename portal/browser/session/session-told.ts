// What the portal tells of the session in which this page is open.

const TIMEOUT_MS = 10_000

export interface ToldSession {
  readonly leftMs: number
  readonly isFinal: boolean
  /** Whose it is now. */
  readonly account: string
  /** With which forms of the session are sent. */
  readonly formToken: string
}

/** `stays`: a person wants to go on, which prolongs it; asking alone does not. Rejects while the portal is not reached. */
export async function askSession(address: string, stays: boolean): Promise<ToldSession | 'signed out'> {
  const reply = await fetch(address, {
    headers: { 'HX-Request': 'true', ...(stays ? {} : { 'X-Live-Refresh': 'true' }) },
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (reply.status === 401) return 'signed out'
  const told: unknown = await reply.json()
  if (!isTold(told)) throw new Error('The portal did not say how long the session lasts')
  return told
}

function isTold(told: unknown): told is ToldSession {
  if (typeof told !== 'object' || told === null) return false
  const of = (name: keyof ToldSession): unknown => Reflect.get(told, name)
  const isText = typeof of('account') === 'string' && typeof of('formToken') === 'string'
  return typeof of('leftMs') === 'number' && typeof of('isFinal') === 'boolean' && isText
}
