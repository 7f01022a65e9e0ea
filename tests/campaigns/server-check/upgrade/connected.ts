// The program with devices, agents and onlookers in the machine's network: started, given orders, ended with this process.
import { spawn, type ChildProcess } from 'node:child_process'
import { programArgs } from '../../../kit/programs.ts'
import type { Debian } from '../debian.ts'
import { News, type Account, type Order, type Told } from './orders.ts'

/** Making 1,000 keys and connecting as many devices takes minutes on a busy machine; labels come to rest within 240 s. */
const LIMIT_MS = 600_000
/** A thousand computers in one process: one that other work holds up for 5 s would be a thousand that hang. */
const FIRST = ['nice', '-n', '-10']
const SECRET = 'etc/pharmacy-relay/secrets/ConnectionStrings__cs_store'

export interface Connected {
  begin(): Promise<void>
  told(): Promise<Told>
  account(): Promise<Account>
  stop(): Promise<void>
}

/** Resolves when all are connected and labels flow. */
export async function startConnected(debian: Debian, devices: number): Promise<Connected> {
  const program = 'tests/campaigns/server-check/upgrade/connected-program.ts'
  const command = [...FIRST, process.execPath, ...programArgs(program, devices, debian.pathOf(SECRET))]
  const [file = '', ...args] = [...debian.inItsNetwork(), ...command]
  const child = spawn(file, args, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = new Promise<void>((resolve) => void child.once('exit', () => resolve()))
  const ask = async <Kind extends News['kind']>(order: Order, kind: Kind) => {
    const answer = heard(child, kind)
    child.send(order)
    return answer
  }
  await heard(child, 'ready')
  return {
    begin: async () => void (await ask('begin', 'begun')),
    told: async () => ask('tell', 'told'),
    account: async () => ask('account', 'account'),
    stop: async () => {
      child.disconnect()
      await ended
    },
  }
}

/** The next news of that kind. Rejects when the program ends before, or says nothing for 10 minutes. */
async function heard<Kind extends News['kind']>(
  child: ChildProcess,
  kind: Kind,
): Promise<Extract<News, { kind: Kind }>> {
  const { promise, resolve, reject } = Promise.withResolvers<Extract<News, { kind: Kind }>>()
  const isIt = (news: News): news is Extract<News, { kind: Kind }> => news.kind === kind
  const hear = (message: unknown): void => {
    const news = News.parse(message)
    if (isIt(news)) resolve(news)
  }
  const gone = (): void => reject(new Error('the program with the devices ended'))
  const late = setTimeout(() => reject(new Error('the program with the devices says nothing')), LIMIT_MS)
  child.on('message', hear).once('exit', gone).once('error', reject)
  return promise.finally(() => {
    clearTimeout(late)
    child.off('message', hear).off('exit', gone).off('error', reject)
  })
}
