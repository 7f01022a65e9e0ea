// What became of the labels that another computer took: its news, kept here.
import type { RemoteState } from '@pharmacy-relay/shared/job-link.ts'
import type { ForwardedService, PendingAnswer } from './rules/forwarding.ts'
import type { Ledger } from './ledger.ts'
import type { PersonAnswers } from './person-answers.ts'
import { changeByWord } from './rules/answers.ts'
import type { SpoolStore } from './store/spool-store.ts'

export interface RemoteStatusParts {
  readonly store: Pick<SpoolStore, 'find' | 'unsettled'>
  readonly ledger: Ledger
  readonly answers: Pick<PersonAnswers, 'agree' | 'pending'>
  /** Keeps news of a label that is under way until its answer is here; false when it is not. */
  readonly keepNews: (id: string, now: RemoteState) => boolean
  /** Runs nothing of a person in between. */
  readonly exclusively: <T>(work: () => Promise<T>) => Promise<T>
  readonly ready: () => Promise<void>
}

export class RemoteStatus implements ForwardedService {
  readonly #parts: RemoteStatusParts
  /** One after the other for each job; an entry lives as long as news of it are being kept. */
  readonly #lastById = new Map<string, Promise<void>>()

  constructor(parts: RemoteStatusParts) {
    this.#parts = parts
  }

  async unsettled(computer: string, limit: number): Promise<readonly string[]> {
    await this.#parts.ready()
    return (await this.#parts.store.unsettled(computer, limit)).map(({ id }) => id)
  }

  /** Throws ProblemError unavailable when the disk does not take it: it is to be asked for again. */
  async update(id: string, now: RemoteState): Promise<void> {
    await this.#parts.ready()
    if (this.#parts.keepNews(id, now)) return
    await this.#inTurn(id, async () => this.#keep(id, now))
  }

  async pending(computer: string, limit: number): Promise<readonly PendingAnswer[]> {
    await this.#parts.ready()
    return this.#parts.answers.pending(computer, limit)
  }

  /** Throws as update. */
  async replied(id: string, now: RemoteState): Promise<void> {
    await this.#parts.ready()
    const { answers, exclusively } = this.#parts
    await this.#inTurn(id, async () => exclusively(async () => answers.agree(id, now, true)))
  }

  async #inTurn(id: string, keep: () => Promise<void>): Promise<void> {
    const before = this.#lastById.get(id) ?? Promise.resolve()
    const done = before.catch(() => undefined).then(keep)
    this.#lastById.set(id, done)
    try {
      await done
    } finally {
      if (this.#lastById.get(id) === done) this.#lastById.delete(id)
    }
  }

  async #keep(id: string, now: RemoteState): Promise<void> {
    const { store, ledger, exclusively, answers } = this.#parts
    // The answer may be on its way to the disk.
    if ((await store.find(id))?.state === 'sending') await ledger.settled()
    const row = await store.find(id)
    if (row === null) return
    const change = changeByWord(row, now, false)
    if (change === null) return
    // Nobody here decides anything of a label that is forwarded.
    if (row.state === 'forwarded' && now.isAnswered !== true) await ledger.changeByNews(row, change)
    else await exclusively(async () => answers.agree(id, now, false))
  }
}
