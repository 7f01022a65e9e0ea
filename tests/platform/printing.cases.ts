// Labels through the running demo: a printer that is given out and moved, and what prints while parts are down.
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pidOf } from '../demo-computers.ts'
import type { RunningDemo } from '../running-demo.ts'
import { openPanel, secondsUntil, type Panel } from './panel.ts'
import { printerOf, rolled, rollOf } from './rolls.ts'
import { sharedDemo } from './shared-demo.ts'

/** In which a label that was printed twice would have come out again. */
const SECOND_COPY_MS = 3_000
const scratch = mkdtempSync(path.join(tmpdir(), 'relay-printing-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

describe('printing', () => {
  let running: RunningDemo
  let panel: Panel
  const measured: (readonly [string, number])[] = []

  beforeAll(async () => {
    running = await sharedDemo({ platformOnly: false })
    panel = await openPanel(running.demo, 'Admin')
  })
  afterAll(async () => {
    process.stdout.write(measured.map(([what, s]) => `  ${what.padEnd(60)}${s.toFixed(1)} s\n`).join(''))
  })

  /** Sends a label with this text and gives its SHA-256. */
  async function send(text: string, to: string): Promise<string> {
    const file = path.join(scratch, 'label.zpl')
    const label = `^XA^CI28^FO20,20^A0N,28,28^FD${text}^FS^XZ`
    writeFileSync(file, label)
    await running.label(file, '--to', to)
    return createHash('sha256').update(label).digest('hex')
  }

  /** Waits until each computer with a role has applied what it was given. */
  async function applied(storeId: string): Promise<number> {
    const all = async () => {
      const { computers } = await panel.pharmacy(storeId)
      return computers.every(({ role, assignment }) => role === 0 || assignment?.state === 'applied')
    }
    return secondsUntil(`${storeId} has applied`, all)
  }

  it('an admin gives a pharmacy its printer, and another computer prints through it', async () => {
    await panel.assignPrinter('P-1002', 'FRONT-DESK', printerOf(running.demo, 'riverside-printer'))
    await panel.setRole('P-1002', 'BACK-OFFICE', 2)
    measured.push(['printer given, by the panel', await applied('P-1002')])
    const sent = await send('through the front desk', 'BACK-OFFICE')
    expect(await rolled(running.demo, 'riverside-printer', 1)).toEqual([sent])
    expect(await rollOf(running.demo, 'central-printer')).toEqual([])
  })

  it('the printer moves to the other computer, and labels follow it', async () => {
    await panel.assignPrinter('P-1002', 'BACK-OFFICE', printerOf(running.demo, 'riverside-printer'))
    measured.push(['printer moved, by the panel', await applied('P-1002')])
    const { computers } = await panel.pharmacy('P-1002')
    const target = computers.find(({ pcName }) => pcName === 'FRONT-DESK')
    expect(target).toMatchObject({ role: 2, printerComputerName: 'BACK-OFFICE' })
    const sent = await send('through the back office', 'FRONT-DESK')
    expect((await rolled(running.demo, 'riverside-printer', 2))[1]).toBe(sent)
  })

  it('the computer with the printer killed: a label sent meanwhile waits, and comes out once', async () => {
    const before = await rollOf(running.demo, 'central-printer')
    process.kill(await pidOf(running, 'DISPENSARY'), 'SIGKILL')
    const sent = await send('while the dispensary is away', 'COUNTER-1')
    await rolled(running.demo, 'central-printer', before.length + 1)
    await delay(SECOND_COPY_MS)
    expect(await rollOf(running.demo, 'central-printer')).toEqual([...before, sent])
  })

  it('the portal with its hub stopped: labels go on, also from a counter that was started meanwhile', async () => {
    const before = await rollOf(running.demo, 'central-printer')
    await running.command('stop', 'portal')
    const first = await send('without the hub', 'COUNTER-1')
    await running.command('stop', 'COUNTER-2')
    await running.command('start', 'COUNTER-2')
    const second = await send('from a counter that never met the hub', 'COUNTER-2')
    const roll = await rolled(running.demo, 'central-printer', before.length + 2)
    expect(roll).toEqual([...before, first, second])
    await running.command('start', 'portal')
  })
})
