// A TSPL or EPL printer is asked behind its label whether it has stopped: real sockets, and a printer that holds the connection.
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { describe, expect, test } from 'vitest'
import { createPrinters } from '../printers/printers.ts'
import { createTcpPrinters } from '../printers/tcp.ts'
import { printerPeer, type Behaviour } from '../printers/test/printer-peer.ts'
import { PrinterTalk } from './printer-talk.ts'
import { reasonDetail } from '@pharmacy-relay/shared/reasons/reason-text.ts'
import type { Label } from '../spool/rules/route.ts'
import { stopTalkOf } from '../status/stop-talk.ts'

const TSPL = Buffer.from('SIZE 50 mm,30 mm\r\nCLS\r\nTEXT 10,10,"1",0,1,1,"x"\r\nPRINT 1\r\n')
const EPL = Buffer.from('\nN\nA50,0,0,1,1,1,N,"x"\nP1\n')
const QUESTIONS = { tspl: '\x1b!?', epl: '^ee\r' } as const
/** Far shorter than the labels below are held. */
const CLOSE_MS = 2_000

type Language = keyof typeof QUESTIONS

/** Answers `now.says` to each question; without paper it closes nothing. */
function stopping(language: Language, now: { says: string | null; isOut: boolean }): Behaviour {
  return (connection) => {
    const { socket } = connection
    let asked = 0
    socket.on('data', () => {
      const times = connection.bytes().toString('latin1').split(QUESTIONS[language]).length - 1
      for (; asked < times; asked += 1) if (now.says !== null) socket.write(Buffer.from(now.says, 'latin1'))
    })
    const closing = setInterval(() => {
      if (connection.ended && !now.isOut) socket.end()
    }, 20)
    socket.on('close', () => clearInterval(closing))
  }
}

async function printerOf(language: Language, says: string | null) {
  const now = { says, isOut: false }
  const peer = await printerPeer(stopping(language, now))
  const limits = { connectMs: 10_000, stallMs: 10_000, closeMs: CLOSE_MS }
  const tcp = createTcpPrinters({ addresses: () => [], clock: systemClock, limits })
  const printers = createPrinters({ backends: [tcp], clock: systemClock, logger: silentLogger })
  const talk = new PrinterTalk({ printers, clock: systemClock, onReading: () => undefined })
  const told: string[] = []
  const print = async (isComplete: Label['isComplete'] = true) => {
    const { signal } = new AbortController()
    const payload = language === 'tspl' ? TSPL : EPL
    const more = { language, isComplete, copies: 1, odometer: null, signal, title: 'label' } as const
    const onStop: Label['onStop'] = (why) => void told.push(why.length === 0 ? '' : reasonDetail(why))
    return talk.print(`tcp:127.0.0.1:${peer.port}`, { payload, ...more, onStop })
  }
  const asked = (): number =>
    peer.connections.filter((one) => one.bytes().toString('latin1').includes(QUESTIONS[language])).length
  /** Its language is known by two labels. */
  for (const _often of [1, 2]) expect(await print()).toMatchObject({ ok: true })
  return { now, print, told, asked }
}

const READY = { tspl: '\x00', epl: '00\r\n' } as const

describe.each([
  ['tspl', '\x04', 'no labels left'],
  ['epl', '11\r\n', 'open'],
] as const)('A printer of %s', (language, stopped, why) => {
  test('that has stopped keeps its label with the cause, and ends it when it goes on', async () => {
    const { now, print, told } = await printerOf(language, READY[language])
    now.says = stopped
    now.isOut = true
    let isOver = false
    const printing = print().finally(() => (isOver = true))
    await until('the cause', () => told.length > 0)
    await new Promise((resolve) => setTimeout(resolve, 2 * CLOSE_MS))
    expect([isOver, told.at(-1)]).toEqual([false, expect.stringContaining(why)])
    now.says = READY[language]
    now.isOut = false
    expect(await printing).toMatchObject({ ok: true, evidence: 'L1', odometer: null })
    expect(told.at(-1)).toBe('')
  })

  test('that goes on is asked once, and its label proves as much as before', async () => {
    const { print, told, asked } = await printerOf(language, READY[language])
    expect(asked()).toBe(0)
    expect(await print()).toMatchObject({ ok: true, evidence: 'L1' })
    expect([asked(), told.filter((text) => text !== '')]).toEqual([1, []])
  })

  test('that never answers is left alone after three labels', async () => {
    const { print, asked } = await printerOf(language, null)
    for (let often = 0; often < 5; often += 1) expect(await print()).toMatchObject({ ok: true })
    expect(asked()).toBe(3)
  })

  test('is not asked behind a label that is not whole', async () => {
    const { print, asked } = await printerOf(language, READY[language])
    for (const isComplete of [false, null]) await print(isComplete)
    expect(asked()).toBe(0)
  })
})

test('Nothing is asked in another language than that of label and printer, nor in one without an end of its labels', () => {
  const talk = (language: Label['language'], asked: 'tspl' | 'epl' | 'escpos' | 'brother' | 'zpl') =>
    stopTalkOf({ language, isComplete: true }, asked, () => undefined)
  for (const asked of ['epl', 'escpos', 'brother', 'zpl'] as const) expect(talk('tspl', asked)).toBeNull()
  expect([talk('zpl', 'zpl'), talk('escpos', 'escpos'), talk('tspl', 'tspl') === null]).toEqual([
    null,
    null,
    false,
  ])
})
