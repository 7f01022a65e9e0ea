// Every way that a label can take through the system, the ones that fail included, each with labels of its own.
import type { FaultChange } from '../../../agent/test-printer/faults.ts'
import { printerOf } from '../../platform/rolls.ts'
import type { RunningDemo } from '../../running-demo.ts'
import type { Canary } from './canary-label.ts'
import { demoComputer, type DemoComputer } from './computer.ts'
import type { ClosableLan } from './own-network.ts'

/** What a path needs; `next` gives every label its number. */
export interface Scene {
  readonly running: RunningDemo
  readonly canary: Canary
  readonly next: () => number
  /** Labels of each path that fails. */
  readonly few: number
  /** The Client of Riverside and its PrinterComputer. */
  readonly client: DemoComputer
  readonly server: DemoComputer
}

export type Path = (scene: Scene) => Promise<void>

const TOO_LARGE_BYTES = 5 * 1_048_576
const BUSY_AT_ONCE = 4
const RESETS = 5

/** Accepted, forwarded and printed: `count` labels through Central's counter. */
export async function throughCounter({ running, canary, next }: Scene, count: number): Promise<void> {
  const counter = demoComputer(running, 'COUNTER-1')
  let left = count
  const sender = async (): Promise<void> => {
    for (; left > 0;) {
      left -= 1
      await counter.sendUntilTaken(canary.label(next()))
    }
  }
  await Promise.all(Array.from({ length: BUSY_AT_ONCE }, sender))
  const dispensary = demoComputer(running, 'DISPENSARY')
  for (const computer of [counter, dispensary]) await idle(computer)
}

/** Accepted, through the hub to the PrinterComputer and printed: `count` labels while the local network is closed. */
export async function throughHub(scene: Scene, lan: ClosableLan, count: number): Promise<void> {
  const { canary, next, client, server } = scene
  lan.close(server.host, server.port)
  try {
    await times(count, async () => client.sendUntilTaken(canary.label(next())))
    await client.until(
      'goes through the hub',
      async () => (await client.ask('status', null)).printing.way?.path === 'hub',
    )
    for (const computer of [client, server]) await idle(computer)
  } finally {
    lan.open()
  }
}

/** In this order: what one leaves behind, such as held labels, the next one finds. */
export const FAILING_PATHS: Readonly<Record<string, Path>> = {
  'cut, then cancelled or printed anyway': async ({ canary, next, few, client, server }) => {
    await times(few, async () => client.send(canary.cut(next())))
    await times(few, async () => server.sendAndReset(canary.cut(next())))
    await client.until('holds them', async () => (await client.inState('held')).length >= few)
    for (const [index, { id }] of (await client.inState('held')).entries())
      await client.ask(index % 2 === 0 ? 'cancel' : 'release', { job: id })
    for (const { id } of await server.inState('held')) await server.ask('cancel', { job: id })
  },
  'too large': async ({ canary, next, client }) => {
    await client.send(
      Buffer.concat([canary.label(next()), Buffer.alloc(TOO_LARGE_BYTES, canary.label(next()))]),
    )
  },
  'inside HTTP, PJL and a status query': async ({ canary, next, few, client }) => {
    await times(few, async () => {
      const openings = ['POST / HTTP/1.1\r\nHost: x\r\n\r\n', '\x1b%-12345X@PJL SET A=1\r\n', '~HS\r\n']
      for (const opening of openings)
        await client.send(Buffer.concat([Buffer.from(opening), canary.label(next())]))
    })
  },
  'in no language': async ({ canary, next, few, client }) => {
    const text = (): Buffer => Buffer.from(`Patient ${canary.mark} ${next()}\r\n`)
    await times(few, async () => client.send(text()))
    await times(few, async () => client.sendAndReset(text()))
    await times(few, async () => client.send(Buffer.concat([Buffer.from('\x1b@'), text()])))
  },
  'over the control socket, also wrongly': async ({ canary, next, few, client }) => {
    await times(few, async () => {
      const label = canary.label(next()).toString()
      const head = `Host: agent\r\nContent-Length: ${label.length}\r\n\r\n`
      await client.ask('print', { payload: Buffer.from(label) })
      for (const path of ['/v1/pairing', `/v1/jobs/${canary.mark}/answer`, '/v1/nothing'])
        await client.rawControl(`POST ${path} HTTP/1.1\r\n${head}${label}`)
      await client.rawControl(`${canary.label(next()).toString()}\n`)
      await client.rawControl(`GET /v1/${canary.mark} HTTP/1.1\r\nHost: agent\r\n\r\n`)
      await client.rawControl(`GET /v1/jobs/${canary.mark} HTTP/1.1\r\nHost: agent\r\n\r\n`)
    })
  },
  'to the gateway and the portal instead': async ({ running, canary, next, few }) => {
    const { gatewayUrl, portalUrl } = running.demo
    const places = [
      `${gatewayUrl}/Store/api/v1/customers`,
      `${gatewayUrl}/Identity/api/v1/login`,
      `${portalUrl}/login`,
    ]
    await times(few, async () => {
      for (const place of places)
        for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded']) {
          const reply = await fetch(place, {
            method: 'POST',
            headers: { 'content-type': type },
            body: new Uint8Array(canary.label(next())),
          })
          await reply.arrayBuffer()
        }
    })
  },
  'to a printer that refuses': async (scene) => {
    const { canary, next, few, client, server } = scene
    await faults(scene, { refuse: true })
    await times(few, async () => client.send(canary.label(next())))
    await server.until('waits', async () => (await server.inState('waiting_for_printer')).length > 0)
    const last = (await server.inState('accepted'))[0] ?? (await server.inState('waiting_for_printer'))[0]
    if (last !== undefined) await server.ask('cancel', { job: last.id })
    await noFaults(scene)
  },
  'to a printer without power': async (scene) => {
    const { canary, next, few, client, server } = scene
    await faults(scene, { powerOff: true })
    await times(few, async () => client.send(canary.label(next())))
    await server.until('waits', async () => (await server.inState('waiting_for_printer')).length > 0)
    await noFaults(scene)
  },
  'to a printer that resets': async (scene) => {
    const { canary, next, client, server } = scene
    // A printer is given a pause after each, so many take long.
    const few = Math.min(scene.few, RESETS)
    await faults(scene, { resetAtByte: 40 })
    await times(few, async () => client.send(canary.label(next())))
    await server.until('does not know', async () => (await server.inState('unknown')).length >= few)
    await noFaults(scene)
    for (const [index, { id }] of (await server.inState('unknown')).entries())
      await server.ask('answer', { job: id, answer: index % 2 === 0 ? 'printed' : 'reprint' })
  },
  'to a printer that stalls, while the agents are killed': async (scene) => {
    const { canary, next, few, client, server } = scene
    await faults(scene, { neverRead: true })
    await times(few, async () => client.send(canary.label(next())))
    await server.until('sends', async () => (await server.inState('sending')).length > 0)
    await server.crash('SIGKILL')
    await client.crash('SIGABRT')
    await noFaults(scene)
    for (const { id } of await server.inState('unknown'))
      await server.ask('answer', { job: id, answer: 'reprint' })
  },
  'printed again': async ({ server }) => {
    await idle(server)
    const [printed] = [...(await server.inState('printed')), ...(await server.inState('sent_to_printer'))]
    if (printed === undefined) throw new Error('nothing was printed that could be printed again')
    await server.ask('reprint', { job: printed.id, count: null })
    const { steps } = await server.ask('job', { job: printed.id })
    if (steps.length === 0) throw new Error('a job has no trace')
  },
}

/** Nothing is on its way any more; what is unknown by then was answered or asks a person. */
export async function idle(computer: DemoComputer): Promise<void> {
  await computer.until(
    'is idle',
    async () => (await computer.ask('status', null)).printing.labels.waiting === 0,
  )
}

async function times(count: number, work: () => Promise<unknown>): Promise<void> {
  for (let left = count; left > 0; left -= 1) await work()
}

async function faults({ running, server }: Scene, change: FaultChange): Promise<void> {
  await idle(server)
  const { httpUrl } = printerOf(running.demo, 'riverside-printer')
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(`${httpUrl}/faults`, { method: 'POST', headers, body: JSON.stringify(change) })
  if (!reply.ok) throw new Error(`the test printer refused a fault: ${await reply.text()}`)
}

async function noFaults({ running, server }: Scene): Promise<void> {
  await fetch(`${printerOf(running.demo, 'riverside-printer').httpUrl}/faults`, { method: 'DELETE' })
  await idle(server)
}
