// A pharmacy in which some programs are of the release before; labels go through it, and every one is accounted for.
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { assigned, fingerprintOf } from '../kit/agent-jobs.ts'
import { booksOf, senders, settles } from '../kit/labels.ts'
import { openPharmacy, type AgentName, type Computer, type Pharmacy, type Program } from '../kit/pharmacy.ts'
import { judge, type Verdict } from '../kit/account.ts'
import type { HandedIn } from '../kit/books.ts'
import { pairWithRig } from '../kit/pairing.ts'
import { startProgram, type ChildProgram } from '../../scripts/start/child-program.ts'
import { previousAgent, previousTree } from './previous-tree.ts'

export type Release = 'this' | 'before'

export interface Mixture {
  /** Addresses of its own: 127.0.60 and more. */
  readonly index: number
  /** The bundle of this version. */
  readonly file: string
  readonly hub: Release
  readonly printer: Release
  readonly client: Release
}

const ROOT = path.resolve(import.meta.dirname, '../..')
const STOP_LIMIT_MS = 30_000
const SETTLE_LIMIT_MS = 180_000

export class MixedPharmacy {
  readonly #mixture: Mixture
  readonly #pharmacy: Pharmacy
  readonly #agents = new Map<AgentName, ChildProgram>()
  readonly #sent: HandedIn[] = []
  #series = 0

  private constructor(mixture: Mixture, pharmacy: Pharmacy) {
    this.#mixture = mixture
    this.#pharmacy = pharmacy
  }

  /** Paired and assigned; stopped after the test. */
  static async open(mixture: Mixture): Promise<MixedPharmacy> {
    const { index, file } = mixture
    const pharmacy = await openPharmacy(index, { file, seed: index, without: null, say: () => undefined })
    const mixed = new MixedPharmacy(mixture, pharmacy)
    onTestFinished(async () => mixed.#stop())
    await mixed.#begin()
    return mixed
  }

  /** Stops one agent, and starts the other release on its data. */
  async exchange(name: AgentName, release: Release): Promise<void> {
    await this.#agents.get(name)?.stop(STOP_LIMIT_MS)
    this.#start(name, release)
    await assigned(this.#pharmacy.computers[name])
  }

  /** Labels at both computers, for so long. */
  async labels(ms: number): Promise<void> {
    const sending = new AbortController()
    const all = senders(this.#pharmacy, {
      index: this.#series++ * 2,
      seed: this.#mixture.index,
      signal: sending.signal,
      onSent: (one) => void this.#sent.push(one),
    })
    await delay(ms)
    sending.abort()
    await Promise.all(all)
  }

  /** Once every label has come to rest. */
  async account(): Promise<Verdict & { readonly isSettled: boolean }> {
    const isSettled = await settles(this.#pharmacy, SETTLE_LIMIT_MS)
    return { ...judge(await booksOf(this.#pharmacy, this.#sent)), isSettled }
  }

  async #begin(): Promise<void> {
    const { printer, client } = this.#pharmacy.computers
    for (const name of ['printer', 'client'] as const) this.#start(name, this.#mixture[name])
    this.#pharmacy.assign({ printer: await fingerprintOf(printer), client: await fingerprintOf(client) })
    const hub = startProgram(hubOf(this.#pharmacy.hub, this.#mixture.hub))
    onTestFinished(async () => hub.stop(STOP_LIMIT_MS))
    await Promise.all([printer, client].map(async ({ controlSocket }) => pairWithRig(controlSocket)))
    await Promise.all([assigned(printer), assigned(client)])
  }

  #start(name: AgentName, release: Release): void {
    const computer: Computer = this.#pharmacy.computers[name]
    const file = release === 'this' ? this.#mixture.file : previousAgent()
    this.#agents.set(name, startProgram({ ...computer.start, name: computer.name, args: [file, 'run'] }))
  }

  async #stop(): Promise<void> {
    await Promise.all([...this.#agents.values()].map(async (agent) => agent.stop(STOP_LIMIT_MS)))
    await this.#pharmacy.stop(false)
  }
}

function hubOf({ name, start }: Program, release: Release) {
  const tree = release === 'this' ? ROOT : previousTree()
  return { ...start, name, args: start.args.map((arg) => arg.replace(ROOT, tree)) }
}
