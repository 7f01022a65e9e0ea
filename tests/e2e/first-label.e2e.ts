// The story of the first label: an admin gives a pharmacy its printer in the panel, and another computer prints through it.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { computerOf } from '../demo-computers.ts'
import { printerOf, rolled, rollOf } from '../platform/rolls.ts'
import { send, whilePaused } from './agents.ts'
import { expect, picture, signIn, test } from './demo-fixture.ts'
import { sha256 } from './label-stream.ts'
import {
  assignmentOf,
  choosePrinter,
  emptyRiverside,
  openEditor,
  openPharmacy,
  RIVERSIDE,
  RIVERSIDE_PRINTER as PRINTER,
  openMenu,
  rowOf,
  save,
} from './printing-page.ts'

test.use({ sharesDemo: true })

const LABEL = path.resolve(import.meta.dirname, '../../agent/test-printer/labels/ups.zpl')

test('an admin gives a pharmacy its printer, and a label of another computer comes out of it', async ({
  watched: page,
  running,
}) => {
  const { demo } = running
  const printer = printerOf(demo, PRINTER)
  const before = (await rollOf(demo, PRINTER)).length
  await test.step('nobody has a role yet', async () => {
    await emptyRiverside(running)
    await signIn(page, running, 'Admin')
    await openPharmacy(page, RIVERSIDE)
    await expect(page.getByText('No printer is set up for this pharmacy.')).toBeVisible()
    await picture(page, 'printing-1-nothing-yet')
  })
  await test.step('FRONT-DESK is asked for its printers, and said to be while it takes its time', async () => {
    const editor = await openEditor(page, 'FRONT-DESK')
    await expect(page.getByRole('heading', { name: 'Role of FRONT-DESK' })).toBeFocused()
    await picture(page, 'printing-2-editor')
    await whilePaused(running, 'FRONT-DESK', async () => {
      await editor.getByLabel('Printer computer').check()
      await expect(editor.getByText('FRONT-DESK is asked for its printers.')).toBeVisible()
      await expect(editor.locator('.spinner')).toBeVisible()
      await picture(page, 'printing-3-asking')
    })
    await expect(editor.getByLabel('TCP port')).toHaveValue('9100')
    await choosePrinter(editor, running)
    await picture(page, 'printing-4-chosen')
  })
  await test.step('saved: FRONT-DESK gets it and applies it without anyone reloading', async () => {
    await whilePaused(running, 'FRONT-DESK', async () => {
      await save(page.getByRole('region', { name: 'Role of FRONT-DESK' }))
      await expect(page.getByText('Saved. The computers are being told.')).toBeVisible()
      await expect(rowOf(page, 'FRONT-DESK')).toContainText('sent to the computer')
      await picture(page, 'printing-5-sent')
      await page.evaluate(() => document.body.setAttribute('data-not-reloaded', 'true'))
    })
    await expect(assignmentOf(page, 'FRONT-DESK')).toHaveText('applied')
    expect(await page.locator('body').getAttribute('data-not-reloaded')).toBe('true')
    await expect(rowOf(page, 'FRONT-DESK')).toContainText('Printer computer')
    await picture(page, 'printing-6-applied')
  })
  await test.step('BACK-OFFICE becomes a Client and shows each step', async () => {
    const editor = await openEditor(page, 'BACK-OFFICE')
    await editor.getByLabel('Client', { exact: true }).check()
    await expect(editor.getByText('BACK-OFFICE prints through FRONT-DESK.', { exact: true })).toBeVisible()
    await picture(page, 'printing-7-client')
    await whilePaused(running, 'BACK-OFFICE', async () => {
      await save(editor)
      await expect(rowOf(page, 'BACK-OFFICE')).toContainText('sent to the computer')
    })
    await expect(assignmentOf(page, 'BACK-OFFICE')).toHaveText('applied')
    await picture(page, 'printing-8-both-applied')
  })
  await test.step('a label sent to BACK-OFFICE comes out byte for byte', async () => {
    const label = readFileSync(LABEL)
    const address = { host: computerOf(demo, 'BACK-OFFICE').rawHost, port: printer.tcpPort }
    expect(await send(address, label)).toBeNull()
    const roll = await rolled(demo, PRINTER, before + 1)
    expect(roll.slice(before)).toEqual([sha256(label)])
  })
  await test.step('a test label comes out, too, and the row says so', async () => {
    const row = rowOf(page, 'BACK-OFFICE')
    await openMenu(page, 'BACK-OFFICE')
    await row.getByRole('button', { name: 'Print test label' }).click()
    await expect(row.getByText('forwarded to the printer computer (FRONT-DESK)')).toBeVisible()
    await openMenu(page, 'FRONT-DESK')
    await rowOf(page, 'FRONT-DESK').getByRole('button', { name: 'Print test label' }).click()
    await expect(rowOf(page, 'FRONT-DESK').locator('.label-success')).toBeVisible()
    await rolled(demo, PRINTER, before + 3)
    await picture(page, 'printing-9-test-labels')
    const printerPage = await page.context().newPage()
    await printerPage.goto(printer.httpUrl, { waitUntil: 'networkidle' })
    await picture(printerPage, 'printing-10-printer')
  })
})
