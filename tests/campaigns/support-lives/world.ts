// Two portals, a store API, three computers of two pharmacies and three of staff: what a life begins with, and what has to come to rest.
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import type { Dice } from '../../kit/dice.ts'
import { UnderWay } from '../presence-model/model-time.ts'
import type { LeftOut } from './left-out.ts'
import type { LifeStore, Person, Site } from './life-store.ts'
import { ModelComputer } from './model-computer.ts'
import { ModelPage } from './model-page.ts'
import { ModelPortal } from './model-portal.ts'
import { ModelStoreApi } from './model-store-api.ts'
import { Post } from './post.ts'
import { uuidOf } from './uuids.ts'

const PORTALS = 2
const ON_THE_WAY_MS = 20
const NAMES = [
  { name: 'Ann', isLead: false },
  { name: 'Ben', isLead: false },
  { name: 'Lea', isLead: true },
] as const

export interface WorldParts {
  readonly dice: Dice
  readonly sites: readonly Site[]
  readonly storeOf: (parts: { readonly leftOut: LeftOut; readonly onCommit: () => void }) => LifeStore
  readonly leftOut: LeftOut
}

export class World {
  readonly clock = new SteppedClock()
  readonly underWay = new UnderWay()
  readonly dice: Dice
  readonly store: LifeStore
  readonly post: Post
  readonly api: ModelStoreApi
  readonly portals: ModelPortal[]
  readonly computers: readonly ModelComputer[]
  readonly pages: readonly ModelPage[]
  /** What must never be, and was. */
  readonly broken: string[] = []

  constructor({ dice, sites, storeOf, leftOut }: WorldParts) {
    const { clock } = this
    this.dice = dice
    this.store = this.#watched(storeOf({ leftOut, onCommit: () => this.api.wake() }))
    this.post = new Post(dice)
    this.api = new ModelStoreApi({ outbox: this.store.outbox, clock, leftOut })
    this.portals = Array.from({ length: PORTALS }, () => this.#portal())
    this.computers = sites.map((site) => new ModelComputer({ site, clock, dice, leftOut }))
    this.pages = NAMES.map((name) => this.#page({ ...name, guid: uuidOf(dice) }, leftOut))
  }

  /** Everything is there, connected, and knows what there is: nothing. */
  async begin(): Promise<void> {
    await this.api.start()
    await this.settle()
    this.gather()
    await this.deliverAll()
  }

  /** Whoever is away comes back, to any portal. */
  gather(): void {
    for (const computer of this.computers) if (!computer.isConnected) computer.connect(this.anyPortal())
    for (const page of this.pages) if (!page.isOpen) page.open(this.anyPortal(), false)
  }

  anyPortal(): ModelPortal {
    const found = this.portals[this.dice.int(PORTALS)]
    if (found === undefined) throw new Error('There is always a portal')
    return found
  }

  restartPortal(): void {
    const at = this.dice.int(PORTALS)
    this.portals[at]?.stop()
    this.portals[at] = this.#portal()
  }

  /** What was begun has come to rest, except for what is on its way. */
  async settle(): Promise<void> {
    await this.underWay.rest()
  }

  async deliverAll(): Promise<void> {
    while (this.post.deliverOne()) {
      this.clock.stepMs(ON_THE_WAY_MS)
      await this.settle()
    }
  }

  async stop(): Promise<void> {
    for (const page of this.pages) page.close()
    await Promise.all(this.computers.map(async (computer) => computer.stop()))
    for (const portal of this.portals) portal.stop()
    await this.api.stop()
    await this.settle()
  }

  #portal(): ModelPortal {
    const { api, post, clock, dice, store } = this
    return new ModelPortal({ store: api, helpDesk: store.help, post, clock, dice })
  }

  #page(person: Person, leftOut: LeftOut): ModelPage {
    const broken = (why: string): void => void this.broken.push(`at ${person.name}: ${why}`)
    return new ModelPage({ person, store: this.store, clock: this.clock, leftOut, broken })
  }

  /** Time does not go on before the store has answered. */
  #watched(store: LifeStore): LifeStore {
    const { underWay } = this
    const watched =
      <A extends unknown[], R>(work: (...args: A) => Promise<R>) =>
      async (...args: A): Promise<R> =>
        underWay.track((async () => work(...args))())
    return {
      outbox: {
        after: watched(async (...args) => store.outbox.after(...args)),
        firstId: watched(async (...args) => store.outbox.firstId(...args)),
        lastId: watched(async (...args) => store.outbox.lastId(...args)),
      },
      // Each name with its own body and reply.
      help: watched(async (name, body) => store.help(name as never, body as never)) as LifeStore['help'],
      take: watched(async (person, step) => store.take(person, step)),
      say: watched(async (person, message) => store.say(person, message)),
      create: watched(async (person, site, clientId) => store.create(person, site, clientId)),
      disable: watched(async (person) => store.disable(person)),
      queue: watched(async () => store.queue()),
      talk: watched(async (taskId, afterSeq) => store.talk(taskId, afterSeq)),
      steps: watched(async (taskId) => store.steps(taskId)),
      taskIds: watched(async () => store.taskIds()),
    }
  }
}
