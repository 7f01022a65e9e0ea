// The story of the move: labels flow to both computers of a pharmacy while an admin gives its printer to the other one.
import { computerOf } from '../demo-computers.ts'
import { printerOf, rolled, rollOf } from '../platform/rolls.ts'
import { jobsSince, newestJob, send, type Job } from './agents.ts'
import { expect, picture, test } from './demo-fixture.ts'
import { numberedLabel, sha256, startLabels, type SentLabel } from './label-stream.ts'
import {
  appliedAtOf,
  assignmentOf,
  choosePrinter,
  openEditor,
  openRiverside,
  RIVERSIDE_PRINTER,
  rowOf,
  save,
} from './printing-page.ts'

test.use({ sharesDemo: true })

const [OLD, NEW] = ['FRONT-DESK', 'BACK-OFFICE'] as const
/** In which a label that was printed twice would have come out again. */
const SECOND_COPY_MS = 3_000

test('while labels flow the printer moves to another computer: each label comes out once', async ({
  watched: page,
  running,
}) => {
  const { demo } = running
  await openRiverside(page, running)
  const before = (await rollOf(demo, RIVERSIDE_PRINTER)).length
  const newest = { old: await newestJob(running, OLD), new: await newestJob(running, NEW) }
  const { tcpPort } = printerOf(demo, RIVERSIDE_PRINTER)
  const labels = startLabels(running, { computers: [NEW, OLD], port: tcpPort })
  await test.step('the admin moves the printer', async () => {
    const editor = await openEditor(page, NEW)
    await choosePrinter(editor, running)
    await expect(editor).toContainText('FRONT-DESK, the printer computer until now, becomes a Client.')
    await picture(page, 'moving-1-chosen')
    await rolled(demo, RIVERSIDE_PRINTER, before + 20)
    await save(editor)
    await expect(rowOf(page, NEW)).toContainText('Printer computer')
    for (const name of [OLD, NEW]) await expect(assignmentOf(page, name)).toHaveText('applied')
    await picture(page, 'moving-2-applied')
  })
  const appliedAt = await appliedAtOf(running, OLD)
  const sent = await labels.end(15)
  const taken = sent.filter(({ fault }) => fault === null)
  await test.step('none is lost and none came out twice', async () => {
    expect(taken.length).toBeGreaterThan(50)
    await rolled(demo, RIVERSIDE_PRINTER, before + taken.length)
    await page.waitForTimeout(SECOND_COPY_MS)
    const roll = (await rollOf(demo, RIVERSIDE_PRINTER)).slice(before)
    expect(roll.toSorted()).toEqual(taken.map((label) => label.sha256).toSorted())
  })
  await test.step('the old computer printed until it had applied, and none later', async () => {
    const oldJobs = await jobsSince(running, OLD, newest.old)
    const newJobs = await jobsSince(running, NEW, newest.new)
    const [byOld, byNew] = [printed(oldJobs, taken), printed(newJobs, taken)]
    const numbers = [...byOld, ...byNew].map(({ label }) => label.n)
    expect(numbers.toSorted((a, b) => a - b)).toEqual(taken.map(({ n }) => n))
    expect(byOld.length).toBeGreaterThan(10)
    expect(byOld.filter(({ job }) => job.changedAt > appliedAt)).toEqual([])
    const later = oldJobs.filter(({ acceptedAt }) => acceptedAt > appliedAt)
    expect(later.length).toBeGreaterThan(10)
    expect(new Set(later.map(({ destination }) => destination))).toEqual(new Set([NEW]))
    expect(byNew.length).toBeGreaterThan(later.length)
  })
})

test('without paper the old computer finishes its label first; nothing is lost and nothing comes out twice', async ({
  watched: page,
  running,
}) => {
  const { demo } = running
  await openRiverside(page, running)
  const before = (await rollOf(demo, RIVERSIDE_PRINTER)).length
  const { httpUrl, tcpPort } = printerOf(demo, RIVERSIDE_PRINTER)
  const paperOut = async (isOut: boolean): Promise<void> => {
    const headers = { 'content-type': 'application/json' }
    await fetch(`${httpUrl}/faults`, { method: 'POST', headers, body: JSON.stringify({ paperOut: isOut }) })
  }
  const sendTo = async (name: string, n: number): Promise<void> =>
    expect(await send({ host: computerOf(demo, name).rawHost, port: tcpPort }, numberedLabel(n))).toBeNull()

  await paperOut(true)
  try {
    await sendTo(OLD, 1)
    const editor = await openEditor(page, NEW)
    await choosePrinter(editor, running)
    await save(editor)
    await expect(assignmentOf(page, NEW)).toHaveText('applied')
    await expect(assignmentOf(page, OLD)).toContainText('received by the computer')
    await sendTo(NEW, 2)
    await sendTo(OLD, 3)
    await picture(page, 'moving-3-received')
  } finally {
    await paperOut(false)
  }
  await expect(assignmentOf(page, OLD)).toHaveText('applied')
  await rolled(demo, RIVERSIDE_PRINTER, before + 3)
  await page.waitForTimeout(SECOND_COPY_MS)
  const roll = (await rollOf(demo, RIVERSIDE_PRINTER)).slice(before)
  expect(roll.toSorted()).toEqual([1, 2, 3].map((n) => sha256(numberedLabel(n))).toSorted())
  expect(roll[0]).toBe(sha256(numberedLabel(1)))
})

/**
 * The jobs that put a label onto the printer, not those that another computer printed; a job says nothing of what is on
 * its label, so it is known by its length.
 */
function printed(jobs: readonly Job[], labels: readonly SentLabel[]) {
  return jobs
    .filter(({ state }) => state === 'sent_to_printer' || state === 'printed')
    .filter(({ destination }) => destination !== OLD && destination !== NEW)
    .flatMap((job) => labels.filter(({ bytes }) => bytes === job.bytes).map((label) => ({ job, label })))
}
