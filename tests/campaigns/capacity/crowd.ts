// The devices of one portal, in a process of their own: a process may open too few files for all.
import { fork, type ChildProcess } from 'node:child_process'
import { z } from 'zod'
import { programArgs } from '../../kit/programs.ts'

/** Keys and rows of 5,000 take a minute of a busy machine, their connecting another one. */
const LIMIT_MS = 900_000
const News = z.strictObject({
  kind: z.enum(['paired', 'connected', 'online']),
  online: z.int().min(0).optional(),
})

export interface CrowdPlace {
  /** Of the portal. */
  readonly hubUrl: string
  readonly first: number
  readonly count: number
  readonly firstCustomer: number
  /** Of the store's database. */
  readonly storeUrl: string
}

export interface Crowd {
  /** Resolves when all are online. */
  connect(): Promise<void>
  online(): Promise<number>
  stop(): void
}

/** Resolves when all have paired. */
export async function startCrowd({
  hubUrl,
  first,
  count,
  firstCustomer,
  storeUrl,
}: CrowdPlace): Promise<Crowd> {
  const [runner = '', ...args] = programArgs(
    'tests/campaigns/capacity/crowd-program.ts',
    hubUrl,
    first,
    count,
    firstCustomer,
  )
  const child = fork(runner, args, { env: { ...process.env, ConnectionStrings__cs_store: storeUrl } })
  process.on('exit', () => child.kill('SIGKILL'))
  await heard(child, 'paired')
  const ask = async (order: string, kind: z.infer<typeof News>['kind']) => {
    const answer = heard(child, kind)
    child.send(order)
    return answer
  }
  return {
    connect: async () => void (await ask('connect', 'connected')),
    online: async () => (await ask('online', 'online')).online ?? 0,
    stop: () => void child.kill('SIGKILL'),
  }
}

async function heard(child: ChildProcess, kind: string): Promise<z.infer<typeof News>> {
  const { promise, resolve, reject } = Promise.withResolvers<z.infer<typeof News>>()
  const hear = (message: unknown): void => {
    const news = News.parse(message)
    if (news.kind === kind) resolve(news)
  }
  const gone = (): void => reject(new Error('the devices ended'))
  const late = setTimeout(() => reject(new Error(`the devices did not say "${kind}"`)), LIMIT_MS)
  child.on('message', hear).once('exit', gone)
  return promise.finally(() => {
    clearTimeout(late)
    child.off('message', hear).off('exit', gone)
  })
}
