// A printer that stops while labels flow from a Client: whole agents with hub, link and sockets, and the test printer.
import path from 'node:path'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { expect, test } from 'vitest'
import { carryOutLabelCommand } from '../../cli/labels/label-commands.ts'
import { assignClient, assignServer, startAgent, type InProcessAgent } from '../../test/in-process-agent.ts'
import { sendLabel } from '../../test/send-label.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { sha256, startPrinter } from '../../test-printer/test/printer-rig.ts'

/** Of which the PrinterComputer learns what its printer speaks. */
const KNOWN_AFTER = 3
/** What the promise says: from the new roll to the last label; more here, on a computer that does other things. */
const GOES_ON_MS = 5_000
const SLACK = 3
/** So long after the last label its printer is asked for its counter, and a little more. */
const READ_AT_REST_MS = 8_000

async function pharmacy(server: string, client: string) {
  const printer = await startPrinter()
  const printerId = `tcp:127.0.0.1:${printer.rawPort}`
  const folders = { printing: temporaryFolder(), counter: temporaryFolder() }
  const printing = await startAgent({ address: server, printers: printerId, dataFolder: folders.printing })
  const counter = await startAgent({ address: client, dataFolder: folders.counter })
  expect(await assignServer(printing, printerId, { clients: [counter] })).toMatchObject({ state: 'applied' })
  expect(await assignClient(counter, printing)).toMatchObject({ state: 'applied' })
  const sent: Buffer[] = []
  const send = async (count: number): Promise<void> => {
    for (let n = 0; n < count; n += 1) {
      const label = Buffer.from(`^XA^FO50,50^A0N,30,30^FDlabel ${sent.length}^FS^XZ`)
      expect(await sendLabel(counter, label)).toMatchObject({ ok: true })
      sent.push(label)
    }
  }
  const isOut = (): boolean => printer.roll.entries().length === sent.length
  await send(KNOWN_AFTER)
  await until('the first labels', isOut)
  return { printer, printing, counter, sent, send, isOut, folders }
}

/** Of all labels but the first ones, oldest first: state and codes, conditions by their name. */
async function said(agent: InProcessAgent): Promise<string[]> {
  const jobs = (await agent.ask('jobs', null)).toReversed().slice(KNOWN_AFTER)
  return jobs.map(({ state, reasons }) =>
    [state, ...reasons.map(({ code, params }) => params['condition'] ?? code)].join(' '),
  )
}

async function says(agent: InProcessAgent, wanted: readonly string[]): Promise<void> {
  let now: readonly string[] = []
  await until('what it says', async () => {
    now = await said(agent)
    return JSON.stringify(now) === JSON.stringify(wanted)
  }).catch(() => expect(now).toEqual(wanted))
}

/** A label is proved by the counter once that was read while nothing was printed. */
async function counterKnown({
  printing,
  sent,
  send,
}: Pick<Awaited<ReturnType<typeof pharmacy>>, 'printing' | 'sent' | 'send'>): Promise<void> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, READ_AT_REST_MS))
    await send(1)
    // At the PrinterComputer too.
    await until('it is there', async () => (await said(printing)).length === sent.length - KNOWN_AFTER)
    const newest = async () => (await said(printing)).at(-1) ?? ''
    await until('it is out', async () => /^(printed|sent_to_printer)/.test(await newest()))
    if ((await newest()).startsWith('printed')) return
  }
}

test.each([
  ['paper_out', { paperOut: true }],
  ['head_open', { headOpen: true }],
  ['paused', { paused: true }],
] as const)(
  '%s: none is unknown, each says it at both computers, and all come out afterwards, once and in order',
  async (condition, fault) => {
    const n = 150 + 2 * ['paper_out', 'head_open', 'paused'].indexOf(condition)
    const { printer, printing, counter, sent, send, isOut } = await pharmacy(
      `127.0.1.${n}`,
      `127.0.1.${n + 1}`,
    )
    await printer.faults.set(fault)
    await send(4)
    await says(printing, [
      `sending ${condition}`,
      ...Array<string>(3).fill(`waiting_for_printer ${condition}`),
    ])
    await says(counter, [
      `forwarded at_computer ${condition}`,
      ...Array<string>(3).fill(`forwarded waits_there ${condition}`),
    ])
    await send(1)
    await says(printing, [
      `sending ${condition}`,
      ...Array<string>(4).fill(`waiting_for_printer ${condition}`),
    ])
    expect(printer.roll.entries()).toHaveLength(KNOWN_AFTER)
    const clearedMs = performance.now()
    await printer.faults.clear()
    await until('all labels', isOut)
    expect(performance.now() - clearedMs).toBeLessThan(GOES_ON_MS * SLACK)
    await until('the Client hears of all', async () =>
      (await said(counter)).every((text) => /^(printed|sent_to_printer)/.test(text)),
    )
    expect(printer.roll.entries().map((entry) => entry.sha256)).toEqual(sent.map(sha256))
    const states = new Set((await printing.ask('jobs', null)).map(({ state }) => state))
    expect([...states].filter((state) => state !== 'printed' && state !== 'sent_to_printer')).toEqual([])
  },
)

test('paper out at rest: the first label waits before a byte of it leaves, and goes when the roll is in', async () => {
  const { printer, printing, send, isOut } = await pharmacy('127.0.1.156', '127.0.1.157')
  await printer.faults.set({ paperOut: true })
  await send(1)
  await says(printing, ['sending paper_out'])
  await printer.faults.clear()
  await until('it', isOut)
  // Of somebody else: the printer says so while nothing is sent.
  await printer.faults.set({ paperOut: true })
  await printing.ask('doctor', null)
  await send(1)
  const second = async () => (await said(printing))[1]
  await expect.poll(second).toBe('waiting_for_printer paper_out')
  await printer.faults.clear()
  await until('it', isOut)
})

test('a label in doubt in a stopped printer is not printed again without a warning, and is decided when that goes on', async () => {
  const { printer, printing, counter, sent, send, isOut, folders } = await pharmacy(
    '127.0.1.158',
    '127.0.1.159',
  )
  await counterKnown({ printing, sent, send })
  const known = sent.length
  const inDoubt = async (agent: InProcessAgent) => (await said(agent))[known - KNOWN_AFTER] ?? ''
  await printer.faults.set({ paperOut: true })
  await send(1)
  await until('its printer has it', async () => (await inDoubt(printing)) === 'sending paper_out')
  // The printer keeps the label and loses the connection.
  await printer.faults.set({ resetAtByte: 0 })
  const warned = /^unknown .*may_still_come paper_out$/
  for (const agent of [printing, counter])
    await until('the warning', async () => warned.test(await inDoubt(agent)))
  const n = String(known + 1)
  for (const folder of Object.values(folders)) {
    const socket = path.join(folder, 'agent.sock')
    const refused = { code: 'state_conflict', message: expect.stringContaining('it may still come out') }
    for (const command of [
      { kind: 'reprint', job: n, anyway: false },
      { kind: 'answer', job: n, answer: 'reprint', anyway: false },
    ] as const)
      await expect(carryOutLabelCommand(command, socket, () => undefined)).rejects.toMatchObject(refused)
  }
  // Those behind it wait: the counter of the printer is to speak of this one alone.
  await send(2)
  await until('the causes', async () =>
    (await said(printing)).slice(known - KNOWN_AFTER + 1).every((text) => text.endsWith('paper_out')),
  )
  await printer.faults.clear()
  await until('all labels', isOut)
  for (const agent of [printing, counter])
    await until('its word', async () => /^printed .*connection_reset it_came$/.test(await inDoubt(agent)))
  expect(printer.roll.entries().map((entry) => entry.sha256)).toEqual(sent.map(sha256))
})

test('A label that another computer or its printer holds is not printed again without a warning', async () => {
  const { printer, printing, counter, send, isOut, folders } = await pharmacy('127.0.1.160', '127.0.1.161')
  await printer.faults.set({ paperOut: true })
  await send(2)
  await says(counter, ['forwarded at_computer paper_out', 'forwarded waits_there paper_out'])
  const socket = path.join(folders.counter, 'agent.sock')
  const refused = { code: 'state_conflict', message: expect.stringContaining('it may still come out') }
  for (const n of [1, 2])
    await expect(
      carryOutLabelCommand(
        { kind: 'reprint', job: String(KNOWN_AFTER + n), anyway: false },
        socket,
        () => undefined,
      ),
    ).rejects.toMatchObject(refused)
  await printer.faults.clear()
  await until('both', isOut)
  const hasLeft = async () => (await said(printing)).every((text) => /^(printed|sent_to_printer)/.test(text))
  await until('both left', hasLeft)
})
