// What must hold when everything has come to rest: one list for all, each message once and in order, one claimer.
import type { SupportTaskStep, TaskMessage } from '@pharmacy-relay/shared/api/support/support-task.ts'
import type { LifeStore, QueueRow } from './life-store.ts'
import type { ModelComputer } from './model-computer.ts'
import type { ModelPage } from './model-page.ts'
import type { World } from './world.ts'

export interface AtRest {
  readonly broken: readonly string[]
  readonly tasks: number
  readonly messages: number
}

type Talks = ReadonlyMap<number, readonly TaskMessage[]>
const PAGE = 200

export async function checkAtRest(world: World): Promise<AtRest> {
  const { store, pages, computers } = world
  const { rows } = await store.queue()
  const talks = new Map<number, readonly TaskMessage[]>()
  const steps = new Map<number, readonly SupportTaskStep[]>()
  for (const taskId of await store.taskIds()) {
    talks.set(taskId, await wholeTalk(store, taskId))
    steps.set(taskId, await store.steps(taskId))
  }
  const broken = [
    ...[...talks].flatMap(([taskId, talk]) => numbersOf(taskId, talk)),
    ...[...steps].flatMap(([taskId, all]) => claimersOf(taskId, all)),
    ...pages.flatMap((page) => [
      ...listOf(page, rows),
      ...talkAt(page, talks),
      ...saidBy(page, talks, steps),
    ]),
    ...(await Promise.all(computers.map(async (one) => computerAt(one, { store, talks })))).flat(),
    ...askedOnce(world, steps),
  ]
  return {
    broken,
    tasks: talks.size,
    messages: [...talks.values()].reduce((sum, { length }) => sum + length, 0),
  }
}

async function wholeTalk(store: LifeStore, taskId: number): Promise<readonly TaskMessage[]> {
  const all: TaskMessage[] = []
  for (let more = await store.talk(taskId, 0); more.length > 0;) {
    all.push(...more)
    more = more.length < PAGE ? [] : await store.talk(taskId, all.length)
  }
  return all
}

/** 1, 2, 3 without a gap, and no message twice. */
function numbersOf(taskId: number, talk: readonly TaskMessage[]): string[] {
  const isRow = talk.every(({ seq }, at) => seq === at + 1)
  const isOnce = new Set(talk.map(({ clientId }) => clientId)).size === talk.length
  return [
    ...(isRow ? [] : [`task ${taskId}: numbers ${talk.map(({ seq }) => seq).join(' ')}`]),
    ...(isOnce ? [] : [`task ${taskId}: a message twice`]),
  ]
}

/** Whoever claims one finds it free; who takes it over finds it with somebody. */
function claimersOf(taskId: number, steps: readonly SupportTaskStep[]): string[] {
  return steps.flatMap(({ action, version }, at) => {
    const was = steps[at - 1]?.became
    const isWrong = (action === 'claim' && was === 'claimed') || (action === 'take_over' && was !== 'claimed')
    const isGap = version !== at + 1
    return isWrong || isGap ? [`task ${taskId}: ${action} at version ${version} of one that was ${was}`] : []
  })
}

function listOf({ person, rows: shown }: ModelPage, rows: readonly QueueRow[]): string[] {
  const [is, should] = [told([...shown.values()]), told(rows)]
  return is === should ? [] : [`list of ${person.name}: ${is}; of the store: ${should}`]
}

function told(rows: readonly QueueRow[]): string {
  const lines = rows.map(
    ({ id, version, state, claimedBy }) => `${id}/${version} ${state} ${claimedBy ?? '-'}`,
  )
  return lines.toSorted().join(', ')
}

function talkAt({ person, talkOf, messages }: ModelPage, talks: Talks): string[] {
  if (talkOf === null) return []
  const [is, should] = [messages.map(({ seq }) => seq), (talks.get(talkOf) ?? []).map(({ seq }) => seq)]
  return is.join(' ') === should.join(' ')
    ? []
    : [`talk ${talkOf} at ${person.name}: ${is.join(' ')}; of the store: ${should.join(' ')}`]
}

/** What the store said yes to is there, once, and in the order of the answers. */
function saidBy(
  page: ModelPage,
  talks: Talks,
  steps: ReadonlyMap<number, readonly SupportTaskStep[]>,
): string[] {
  const { name } = page.person
  const lost = page.said.filter(({ taskId, clientId }) => countOf(talks.get(taskId) ?? [], clientId) !== 1)
  const claims = page.claimed.filter(
    (taskId) => !steps.get(taskId)?.some((one) => one.action === 'claim' && one.by === name),
  )
  return [
    ...lost.map(({ taskId }) => `task ${taskId}: words of ${name} are not there once`),
    ...claims.map((taskId) => `task ${taskId}: ${name} was told that it is his, and no step says so`),
    ...(page.isWaiting ? [`${name} still waits`] : []),
  ]
}

async function computerAt(
  computer: ModelComputer,
  { store, talks }: { readonly store: LifeStore; readonly talks: Talks },
): Promise<string[]> {
  const { sessionId, computerId } = computer.site
  const { tasks } = await store.help('listHelpTasks', { sessionId })
  const shown = computer.desk.list()
  const at = `computer ${computerId}`
  const [is, should] = [
    shown.flatMap(({ key, task }) => (task === null ? [] : [`${key} ${task.state}`])).join(', '),
    tasks.map(({ id, state }) => `${id} ${state}`).join(', '),
  ]
  const lines = tasks.flatMap(({ id }) => linesAt(computer, id, talks))
  return [
    ...(is === should ? [] : [`${at} lists ${is}; the store: ${should}`]),
    ...lines,
    ...wordsOf(computer, talks),
  ]
}

function linesAt(computer: ModelComputer, taskId: number, talks: Talks): string[] {
  const lines = computer.desk.list().some(({ key }) => key === String(taskId))
    ? computer.desk.one(String(taskId)).lines
    : []
  const should = (talks.get(taskId) ?? []).filter(({ isInternal }) => !isInternal).map(({ seq }) => seq)
  const is = lines.flatMap(({ seq }) => (seq === null ? [] : [seq]))
  return [
    ...(is.join(' ') === should.join(' ')
      ? []
      : [`talk ${taskId} at its computer: ${is.join(' ')}; store: ${should.join(' ')}`]),
  ]
}

/** What a person wrote is at support once, in his order, or kept with the reason why not. */
function wordsOf(computer: ModelComputer, talks: Talks): string[] {
  const { done, site } = computer
  const { refused: kept, isWaiting } = computer.notTaken()
  const places = new Map<string, { readonly taskId: number; readonly seq: number }[]>()
  for (const [taskId, talk] of talks)
    for (const { clientId, seq } of talk)
      places.set(clientId, [...(places.get(clientId) ?? []), { taskId, seq }])
  const words = done.filter(({ isRequest }) => !isRequest)
  const lost = words.filter(
    ({ clientId }) => (places.get(clientId)?.length ?? 0) !== 1 && !kept.has(clientId),
  )
  const last = new Map<number, number>()
  const early = words.flatMap(({ clientId }) => {
    const place = places.get(clientId)?.[0]
    if (place === undefined) return []
    const isLater = place.seq > (last.get(place.taskId) ?? 0)
    last.set(place.taskId, place.seq)
    return isLater ? [] : [`computer ${site.computerId}: words out of their order in task ${place.taskId}`]
  })
  return [
    ...lost.map(({ clientId }) => `computer ${site.computerId}: words ${clientId} are not there once`),
    ...early,
    ...(isWaiting ? [`computer ${site.computerId}: something still waits`] : []),
  ]
}

/**
 * Each request, of a computer or of staff, is one task, or kept with the reason why not: too many, or a task came of it, which staff
 * removed before the computer had heard of it.
 */
function askedOnce(
  { computers, pages }: World,
  steps: ReadonlyMap<number, readonly SupportTaskStep[]>,
): string[] {
  const requests = computers.flatMap((computer) => {
    const { refused } = computer.notTaken()
    const own = computer.done.filter(({ isRequest }) => isRequest)
    return own.map(({ clientId }) => (refused.has(clientId) ? 'refused' : 'taken'))
  })
  const refused = requests.filter((one) => one === 'refused').length
  const should = requests.length - refused + pages.flatMap((page) => page.created).length
  const removed = [...steps.values()].filter((all) => all.at(-1)?.became === 'removed').length
  const more = steps.size - should
  return more >= 0 && more <= Math.min(refused, removed) ? [] : [`${steps.size} tasks of ${should} requests`]
}

function countOf(talk: readonly TaskMessage[], clientId: string): number {
  return talk.filter((one) => one.clientId === clientId).length
}
