// The story of the standby printer: an admin chooses one, the computer with the first printer goes off, and labels come out.
import { computerOf } from '../demo-computers.ts'
import { printerOf, rolled, rollOf } from '../platform/rolls.ts'
import { jobsSince, newestJob, send } from './agents.ts'
import { expect, picture, signIn, test } from './demo-fixture.ts'
import { numberedLabel, sha256 } from './label-stream.ts'
import { assignmentOf, openEditor, openPharmacy, rowOf, save } from './printing-page.ts'

test.use({ sharesDemo: true })

const [FIRST, STANDBY, CLIENT] = ['DISPENSARY', 'COUNTER-2', 'COUNTER-1'] as const
const PRINTER = 'central-printer'
/** The shortest that can be chosen, and as long as the first printer has to be back. */
const [AFTER_S, LIMIT_MS] = [15, 180_000] as const
/** In which a label that was printed twice would have come out again. */
const SECOND_COPY_MS = 3_000

test('an admin sets a standby printer, the printer’s computer goes off, and a label comes out at the standby', async ({
  watched: page,
  running,
}) => {
  test.setTimeout(600_000)
  const { demo } = running
  const { rawHost, tcpPort } = printerOf(demo, PRINTER)
  const sendLabel = async (n: number): Promise<void> =>
    expect(await send({ host: computerOf(demo, CLIENT).rawHost, port: tcpPort }, numberedLabel(n))).toBeNull()
  const before = (await rollOf(demo, PRINTER)).length
  const newest = { client: await newestJob(running, CLIENT), standby: await newestJob(running, STANDBY) }
  await test.step('the admin gives COUNTER-2 the standby printer', async () => {
    await signIn(page, running, 'Admin')
    await openPharmacy(page, 'Central Pharmacy')
    const editor = await openEditor(page, STANDBY)
    await editor.getByLabel('Client with the standby printer').check()
    await expect(editor.getByText(/^It answered: /)).toBeVisible()
    await editor.getByLabel('Printer', { exact: true }).selectOption(`tcp:${rawHost}:${tcpPort}`)
    await editor.getByLabel('Use it after (seconds)').fill(String(AFTER_S))
    await picture(page, 'standby-1-chosen')
    await save(editor)
    await expect(page.getByText('Saved. The computers are being told.')).toBeVisible()
    await expect(page.getByText(`after ${AFTER_S} s, back by itself`)).toBeVisible()
    for (const name of [FIRST, STANDBY, CLIENT]) await expect(assignmentOf(page, name)).toHaveText('applied')
  })
  await test.step('on a phone nothing is wider than the page', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    const editor = await openEditor(page, STANDBY)
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBeLessThanOrEqual(360)
    await picture(page, 'standby-2-phone')
    await editor.getByRole('link', { name: 'Cancel' }).click()
    await page.setViewportSize({ width: 1280, height: 720 })
  })
  await test.step('DISPENSARY goes off: a label of COUNTER-1 comes out at COUNTER-2, and the panel says so', async () => {
    await running.command('stop', FIRST)
    await expect(rowOf(page, FIRST)).toContainText(/offline/i, { timeout: LIMIT_MS })
    await sendLabel(1)
    await rolled(demo, PRINTER, before + 1)
    await expect(page.getByText('come out at COUNTER-2 (standby).')).toBeVisible({ timeout: LIMIT_MS })
    await expect(page.getByText('The computer with the first printer is not reached.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Use the printer of DISPENSARY again' })).toBeVisible()
    await picture(page, 'standby-3-in-use')
    const [job] = await jobsSince(running, CLIENT, newest.client)
    expect(job).toMatchObject({ destination: STANDBY, reasons: [{ code: 'at_standby' }] })
    const [printed] = await jobsSince(running, STANDBY, newest.standby)
    expect(printed).toMatchObject({ destination: `tcp:${rawHost}:${tcpPort}`, sender: CLIENT })
  })
  await test.step('DISPENSARY is back: labels go there again by themselves', async () => {
    await running.command('start', FIRST)
    await expect(page.getByText('come out at COUNTER-2 (standby).')).toBeHidden({ timeout: LIMIT_MS })
    await sendLabel(2)
    await rolled(demo, PRINTER, before + 2)
    await page.waitForTimeout(SECOND_COPY_MS)
    const roll = (await rollOf(demo, PRINTER)).slice(before)
    expect(roll).toEqual([1, 2].map((n) => sha256(numberedLabel(n))))
    const [job] = await jobsSince(running, CLIENT, newest.client)
    expect(job).toMatchObject({ destination: FIRST })
  })
  await test.step('the admin takes it away as easily', async () => {
    const editor = await openEditor(page, STANDBY)
    await expect(editor.getByLabel('Client with the standby printer')).toBeChecked()
    await editor.getByLabel('Client', { exact: true }).check()
    await save(editor)
    await expect(page.getByText('None. Change the role of a Client to give the pharmacy one.')).toBeVisible()
    for (const name of [FIRST, STANDBY, CLIENT]) await expect(assignmentOf(page, name)).toHaveText('applied')
  })
})
