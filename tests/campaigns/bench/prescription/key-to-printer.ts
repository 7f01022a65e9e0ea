// From the key that a pharmacist presses in the window to the first byte of the label at the printer, in Chromium and from the window's
// request; beside it the same bytes printed raw. And what the agent takes before, meanwhile and 15 s afterwards.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import net from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { CHROMIUM_OPTIONS, chromiumPath, hasChromium } from '@pharmacy-relay/shared/test/chromium.ts'
import { chromium, type Page } from '@playwright/test'
import { buildWindow } from '../../../../scripts/build/build-window.ts'
import { figuresOf, type BenchRow } from '../measure.ts'
import type { BenchReportRow } from '../report.ts'
import { startBenchCounter, type BenchCounter } from './counter.ts'
import { wallMs } from './first-byte.ts'

const RUNS = 20
const TARGET_P50_MS = 60
const REST_S = 15
const MOST_TRIES = 12
const PIA = { email: 'pia@one.example', password: 'a password of hers' }
const { windowDispensing } = texts('en')

/** Rows for the report of prescriptions. */
export async function keyToPrinter(say: (text: string) => void): Promise<BenchReportRow[]> {
  if (!hasChromium()) return [{ name: 'key to first byte', absent: 'no Chromium: npm run tools' }]
  say('bench prescription: starting pharmacy API and agent')
  await buildWindow()
  const counter = await startBenchCounter()
  try {
    return await rowsAt(counter, say)
  } finally {
    await counter.stop()
  }
}

async function rowsAt(counter: BenchCounter, say: (text: string) => void): Promise<BenchReportRow[]> {
  const { pid } = counter.agent
  const restKilobytes = kilobytesOf(pid)
  await warmUp(counter)
  say(`bench prescription: ${RUNS} keys in Chromium`)
  const keys = await fromThePage(counter)
  say(`bench prescription: ${RUNS} requests of the window, and the same bytes raw`)
  // The browser is another asker, whose sign-in ended the first.
  await counter.agent.ask('signIn', PIA)
  const requests = await timesOf(async () => fromTheRequest(counter))
  const bytes = counter.printer.last()
  const raw = await timesOf(async () => printedRaw(counter, counter.agent.port, bytes))
  const direct = await timesOf(async () => printedRaw(counter, counter.printer.port, bytes))
  const peakKilobytes = kilobytesOf(pid)
  await wait(REST_S * 1_000)
  const afterKilobytes = kilobytesOf(pid)
  const reference = figuresOf(raw)
  const row = (name: string, times: readonly number[], isReference = false): BenchRow => {
    const figures = figuresOf(times)
    const ratio = isReference ? null : Math.round((figures.p50Ms / reference.p50Ms) * 100) / 100
    return { name, targetP99Ms: null, ...figures, ratio }
  }
  const size = (name: string, kilobytes: number) => ({
    name,
    kilobytes,
    targetKilobytes: null,
    ratio: Math.round((kilobytes / restKilobytes) * 100) / 100,
  })
  return [
    row(`the same ${bytes.length} bytes at the agent's port`, raw, true),
    row('the same bytes straight to the printer', direct),
    row(`key in the window to first byte (p50 ${TARGET_P50_MS})`, keys),
    row(`the window's request to first byte (p50 ${TARGET_P50_MS})`, requests),
    size('agent and drawing before, signed out', restKilobytes),
    size('right after the labels', peakKilobytes),
    size(`${REST_S} s after them`, afterKilobytes),
  ]
}

async function timesOf(one: () => Promise<number>): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < RUNS; n += 1) times.push(await one())
  return times
}

/** What draws is started by the first label, which takes half a second and on a busy computer much longer. */
async function warmUp({ agent, checked }: BenchCounter): Promise<void> {
  await agent.ask('signIn', PIA)
  const prescription = await checked()
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const shown = await agent.ask('labelPreview', { prescription }).catch(() => null)
    if (shown !== null) return
  }
  throw new Error('no label was drawn')
}

async function fromTheRequest({ agent, printer, checked }: BenchCounter): Promise<number> {
  const prescription = await checked()
  const arrival = printer.next()
  const fromMs = wallMs()
  const [atMs] = await Promise.all([
    arrival,
    agent.ask('printPrescription', { prescription, requestId: randomUUID() }),
  ])
  return atMs - fromMs
}

async function printedRaw({ printer }: BenchCounter, port: number, bytes: Buffer): Promise<number> {
  const arrival = printer.next()
  const fromMs = wallMs()
  const socket = net.connect({ host: '127.0.0.1', port, noDelay: true, allowHalfOpen: true })
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.on('error', () => undefined)
  socket.resume().once('end', () => socket.destroySoon())
  socket.end(bytes)
  const atMs = await arrival
  await closed
  return atMs - fromMs
}

async function fromThePage(counter: BenchCounter): Promise<number[]> {
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_OPTIONS })
  try {
    const page = await browser.newPage({ locale: 'en-GB' })
    const { url } = await counter.agent.ask('openWindow', null)
    await page.goto(url)
    await page.locator('h1').waitFor()
    await page.evaluate(() => void (location.hash = '#/dispensing'))
    await signsIn(page)
    await counter.checked()
    await page.getByLabel(windowDispensing.patient.phone, { exact: true }).fill(counter.patient.phone)
    await page.keyboard.press('Enter')
    return await timesOf(async () => onePress(counter, page))
  } finally {
    await browser.close()
  }
}

async function signsIn(page: Page): Promise<void> {
  await page.getByLabel(windowDispensing.email, { exact: true }).fill(PIA.email)
  await page.getByLabel(windowDispensing.password, { exact: true }).fill(PIA.password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: windowDispensing.signedIn }).waitFor()
}

/** The newest prescription is opened, its label shown, and Enter pressed; then the list is shown again, with the next one. */
async function onePress({ printer, checked }: BenchCounter, page: Page): Promise<number> {
  await page.locator('button.choice').first().click()
  const print = page.getByRole('button', { name: windowDispensing.print.print(1), exact: true })
  await print.waitFor()
  await print.focus()
  await page.evaluate(() => {
    const pressed = ({ timeStamp }: Event): void =>
      void (document.body.dataset['pressedMs'] = String(performance.timeOrigin + timeStamp))
    addEventListener('keydown', pressed, { capture: true, once: true })
  })
  const arrival = printer.next()
  await page.keyboard.press('Enter')
  const atMs = await arrival
  const fromMs = await page.evaluate(() => Number(document.body.dataset['pressedMs']))
  await page.getByRole('button', { name: windowDispensing.patient.other }).last().waitFor()
  await checked()
  await page.getByRole('button', { name: windowDispensing.prescription.others, exact: true }).click()
  await page.locator('button.choice').first().waitFor()
  return atMs - fromMs
}

/** Of the agent and what draws for it. */
function kilobytesOf(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
  const resident = [pid, ...children.map(Number)].map((one) => {
    const found = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${one}/status`, 'utf8'))?.[1]
    return Number(found ?? 0)
  })
  return resident.reduce((sum, kilobytes) => sum + kilobytes, 0)
}
