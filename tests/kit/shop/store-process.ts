// Starts a store API as a process of its own, and hears when it ends.
import { fork } from 'node:child_process'
import path from 'node:path'
import { createApiClient, type ApiClient } from '@pharmacy-relay/relay-server/http/api-client.ts'
import type { KillPointName } from './kill-points.ts'
import { StoreNews, type Accounts, type ProviderPlace, type StoreStart } from './store-words.ts'

const LIMIT_MS = 240_000

export interface StoreProcess {
  readonly baseUrl: string
  readonly api: ApiClient
  /** In the order of the accounts. */
  readonly tokens: readonly string[]
  /** Of an Admin. */
  readonly staff: string
  /** Resolves when it ended, whoever ended it. */
  readonly ended: Promise<void>
  /** SIGKILL. */
  kill(): Promise<void>
}

/** Rejects when it does not listen within 240 s. */
export async function startStore(parts: {
  readonly url: string
  readonly accounts: Accounts
  readonly holdMs: number
  /** Where it ends by itself; null: nowhere. */
  readonly killAt: { readonly point: KillPointName; readonly turn: number } | null
  /** Null: nobody can pay. */
  readonly provider: ProviderPlace | null
  /** Of a request. */
  readonly timeoutMs: number
}): Promise<StoreProcess> {
  const { url, accounts, holdMs, killAt, provider, timeoutMs } = parts
  const start: StoreStart = { url, holdMs, killAt, provider }
  const child = fork(path.join(import.meta.dirname, 'store-program.ts'), [JSON.stringify(start)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const { promise: ended, resolve: gone } = Promise.withResolvers<void>()
  child.once('exit', () => gone())
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL')
    await ended
  }
  const heard = async (): Promise<StoreNews> => {
    const { promise, resolve, reject } = Promise.withResolvers<StoreNews>()
    const late = setTimeout(() => reject(new Error('the store API says nothing')), LIMIT_MS)
    child.once('message', (message) => resolve(StoreNews.parse(message)))
    void ended.then(() => reject(new Error('the store API ended before it was asked')))
    return promise.finally(() => clearTimeout(late))
  }
  try {
    const listening = await heard()
    const answered = heard()
    child.send(accounts)
    const news = await answered
    if (!('port' in listening) || !('tokens' in news)) throw new Error('the store API says something else')
    const baseUrl = `http://127.0.0.1:${listening.port}`
    const api = createApiClient({ baseUrl, timeoutMs, headers: async () => Promise.resolve({}) })
    return { baseUrl, api, tokens: news.tokens, staff: news.staff, ended, kill }
  } catch (error) {
    await kill()
    throw error
  }
}
