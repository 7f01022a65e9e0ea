// What people do at the pace of the table, until they are told to end: each kind in turn at even distances, with what was refused.
import { setTimeout as delay } from 'node:timers/promises'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { KINDS, type Kind, type LoadPace } from './pace.ts'

/** Does one of its kind; `n` counts from 0. Throws ProblemError. */
export type Work = (n: number) => Promise<void>

export interface Life {
  /** So many went through. */
  readonly done: Readonly<Record<Kind, number>>
  /** Refusals by kind and code. */
  readonly refused: Readonly<Record<string, number>>
  /** Resolves when nothing is under way any more. Rejects with what is no refusal. */
  end(): Promise<void>
}

/** Of one kind: a platform that answers nothing is not asked for ever more. */
const MOST_UNDER_WAY = 20

export function startLife(works: Readonly<Record<Kind, Work>>, pace: LoadPace): Life {
  const ending = new AbortController()
  const done = Object.fromEntries(KINDS.map((kind) => [kind, 0])) as Record<Kind, number>
  const refused: Record<string, number> = {}
  const once = async (kind: Kind, n: number): Promise<void> => {
    try {
      await works[kind](n)
      done[kind] += 1
    } catch (error) {
      const code = error instanceof ProblemError ? error.code : `fault: ${String(error)}`
      const name = `${kind} ${code}`.slice(0, 200)
      refused[name] = (refused[name] ?? 0) + 1
    }
  }
  const running = KINDS.map(async (kind) => {
    const underWay = new Set<Promise<void>>()
    for (let n = 0; !ending.signal.aborted; n += 1) {
      await delay(pace.everyMs(kind), null, { signal: ending.signal }).catch(() => undefined)
      if (ending.signal.aborted) break
      if (underWay.size >= MOST_UNDER_WAY) await Promise.race(underWay)
      const one = once(kind, n).finally(() => underWay.delete(one))
      underWay.add(one)
    }
    await Promise.all(underWay)
  })
  return {
    done,
    refused,
    end: async () => {
      ending.abort()
      await Promise.all(running)
    },
  }
}
