// One random life: people ask, write, take and end tasks while connections break, programs restart and news come twice or late; then
// everybody is connected, everything arrives, and the promises are looked at.
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { PersonStep } from './life-store.ts'
import { checkAtRest } from './promises.ts'
import { uuidOf } from './uuids.ts'
import { World, type WorldParts } from './world.ts'
import type { ModelComputer } from './model-computer.ts'
import type { ModelPage } from './model-page.ts'

export interface Lived {
  readonly broken: readonly string[]
  readonly counts: LifeCounts
}

/** What the life had in it. */
export interface LifeCounts {
  readonly tasks: number
  readonly messages: number
  readonly faults: number
}

const ACTS = { low: 40, high: 140 } as const
/** A pharmacy may ask so often within the hour. */
const MOST_ASKED = 2
const MOST_CREATED = 1
const STEPS_MS = [50, 200, 600, 2_500, 20_000, 130_000] as const
/** Longer than anything waits before it tries again. */
const REST_STEPS_MS = [
  ...Array.from({ length: 5 }, () => 1_000),
  5_000,
  30_000,
  61_000,
  125_000,
  61_000,
  3_600_000,
  61_000,
]

/** Things that happen while no portal hears the store. */
const ACTS_IN_GAP = 3
/** The portals dial again before their pages are told that they may be old; then what they missed is gathered and fetched. */
const GAP_STEPS_MS = [450, 150, 1_600, 1_600] as const

type Act = (life: Life) => void | Promise<void>

export async function liveOne(parts: WorldParts): Promise<Lived> {
  const world = new World(parts)
  const life = new Life(world)
  try {
    await world.begin()
    for (let acts = world.dice.between(ACTS.low, ACTS.high); acts > 0; acts -= 1) await life.act()
    await life.rest()
    await life.lastGap()
    const { broken, tasks, messages } = await checkAtRest(world)
    return { broken: [...world.broken, ...broken], counts: { tasks, messages, faults: life.faults } }
  } finally {
    await world.stop()
  }
}

class Life {
  readonly world: World
  faults = 0
  #said = 0

  constructor(world: World) {
    this.world = world
  }

  async act(): Promise<void> {
    const { dice } = this.world
    const act = ALL[dice.int(ALL.length)]
    await act?.(this)
    await this.world.settle()
  }

  /** Everybody is there, and nothing breaks any more. */
  async rest(): Promise<void> {
    const { world } = this
    for (const ms of REST_STEPS_MS) {
      world.gather()
      for (const page of world.pages) this.doing(page.sendAgain())
      await world.settle()
      await world.deliverAll()
      world.clock.stepMs(ms)
      await world.settle()
      await world.deliverAll()
    }
  }

  /**
   * Every portal is away from the store for so short that no page is told, and nothing happens afterwards: what happened meanwhile is
   * known from the replay alone.
   */
  async lastGap(): Promise<void> {
    const { world } = this
    for (const portal of world.portals) portal.loseStore()
    for (let acts = 0; acts < ACTS_IN_GAP; acts += 1) {
      if (world.dice.isOneIn(2)) this.staff()
      else this.person()
      await world.settle()
      await world.deliverAll()
    }
    for (const ms of GAP_STEPS_MS) {
      world.clock.stepMs(ms)
      await world.settle()
      await world.deliverAll()
    }
  }

  async deliver(): Promise<void> {
    for (let count = this.world.dice.between(1, 4); count > 0; count -= 1) this.world.post.deliverOne()
    return Promise.resolve()
  }

  step(): void {
    this.world.clock.stepMs(STEPS_MS[this.world.dice.int(STEPS_MS.length)] ?? 0)
  }

  /** Refusals are answers; an answer that is lost is sent again, or not. */
  doing(work: Promise<unknown>): void {
    void work.catch((error: unknown) => {
      const isExpected =
        error instanceof ProblemError || (error instanceof Error && error.name === 'HubError')
      if (!isExpected) this.world.broken.push(`a call failed: ${String(error)}`)
    })
  }

  staff(): void {
    const page = this.#one(this.world.pages)
    const { dice } = this.world
    const row = [...page.rows.values()][dice.int(page.rows.size)]
    if (row === undefined) return this.create(page)
    const { id: taskId, version } = row
    const isNote = dice.isOneIn(5)
    const choice = dice.int(12)
    if (choice < 3) this.#take(page, { taskId, step: 'claim', version: null })
    else if (choice < 6) this.#say(page, taskId, isNote)
    else if (choice < 7) page.look(taskId)
    else if (choice < 8) this.create(page)
    else {
      const steps = ['release', 'resolve', 'take_over', 'remove'] as const
      this.#take(page, { taskId, step: steps[choice - 8] ?? 'release', version })
    }
  }

  create(page: ModelPage): void {
    const { dice, computers } = this.world
    if (page.asked < MOST_CREATED) this.doing(page.create(this.#one(computers).site, uuidOf(dice)))
  }

  person(): void {
    const { dice } = this.world
    const computer = this.#one(this.world.computers)
    const talks = computer.desk.list()
    const talk = talks[dice.int(talks.length)]
    const choice = dice.int(8)
    const asked = computer.done.filter(({ isRequest }) => isRequest).length
    if (talk === undefined || (choice === 0 && asked < MOST_ASKED)) {
      if (asked < MOST_ASKED) this.#safely(() => computer.ask(dice.isOneIn(3) ? null : this.#text()))
    } else if (choice < 6) this.#safely(() => computer.write(talk.key, this.#text()))
    else if (choice < 7) this.#read(computer, talk.key)
    else this.#safely(() => computer.desk.answer({ key: talk.key, isSolved: dice.isOneIn(2) }))
  }

  breakSomething(): void {
    const { world } = this
    const { dice } = world
    this.faults += 1
    const choice = dice.int(10)
    if (choice < 2) world.anyPortal().loseStore()
    else if (choice < 4) world.anyPortal().hearAgain()
    else if (choice < 5) world.restartPortal()
    else if (choice < 6) this.#one(world.computers).cut()
    else if (choice < 7) this.#one(world.computers).restart()
    else if (choice < 8) this.#one(world.pages).close()
    else if (choice < 9) this.#one(world.pages).open(world.anyPortal(), true)
    else this.doing(world.store.disable(this.#one(world.pages).person))
  }

  async restartStore(): Promise<void> {
    this.faults += 1
    await this.world.api.stop()
    await this.world.api.start()
  }

  comeBack(): void {
    const { world } = this
    const [computer, page] = [this.#one(world.computers), this.#one(world.pages)]
    if (!computer.isConnected) computer.connect(world.anyPortal())
    if (!page.isOpen) page.open(world.anyPortal(), false)
    this.doing(page.sendAgain())
  }

  #take(page: ModelPage, step: PersonStep): void {
    if (step.step !== 'remove' || (page.person.isLead && this.world.dice.isOneIn(3)))
      this.doing(page.take(step))
  }

  #say(page: ModelPage, taskId: number, isInternal: boolean): void {
    const isLooked = page.talkOf === taskId && this.world.dice.isOneIn(2)
    const afterSeq = isLooked ? (page.messages.at(-1)?.seq ?? 0) : null
    const clientId = uuidOf(this.world.dice)
    this.doing(page.say({ taskId, clientId, text: this.#text(), isInternal, afterSeq }))
  }

  #read(computer: ModelComputer, key: string): void {
    const seq = computer.desk.one(key).lines.findLast((line) => line.seq !== null)?.seq ?? 0
    this.#safely(() => computer.desk.read({ key, seq }))
  }

  /** What is refused was not said. */
  #safely(work: () => void): void {
    try {
      work()
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
    }
  }

  #text(): string {
    this.#said += 1
    return `words ${this.#said}`
  }

  #one<T>(all: readonly T[]): T {
    const found = all[this.world.dice.int(all.length)]
    if (found === undefined) throw new Error('There is always one')
    return found
  }
}

/** As often as each should come: mostly messages, people and time. */
const ALL: readonly Act[] = [
  ...times(14, (life) => life.deliver()),
  ...times(4, (life) => life.step()),
  ...times(6, (life) => life.staff()),
  ...times(6, (life) => life.person()),
  ...times(3, (life) => life.comeBack()),
  ...times(3, (life) => life.breakSomething()),
  ...times(1, async (life) => (life.world.dice.isOneIn(4) ? life.restartStore() : life.deliver())),
]

function times(count: number, act: Act): Act[] {
  return Array.from({ length: count }, () => act)
}
