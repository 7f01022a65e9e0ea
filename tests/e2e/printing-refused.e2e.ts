// What may not be, or cannot be, said in words where it happens: who may change roles, ports, another admin, a port in use.
import net from 'node:net'
import { listening } from '@pharmacy-relay/shared/test/listening.ts'
import { computerOf } from '../demo-computers.ts'
import { printerOf, rolled, rollOf } from '../platform/rolls.ts'
import { send } from './agents.ts'
import { expect, picture, signIn, signOut, test } from './demo-fixture.ts'
import { numberedLabel } from './label-stream.ts'
import {
  assignmentOf,
  choosePrinter,
  openEditor,
  openPharmacy,
  openRiverside,
  RIVERSIDE,
  RIVERSIDE_PRINTER as PRINTER,
  openMenu,
  rowOf,
  save,
} from './printing-page.ts'

test.use({ sharesDemo: true })

/** An agent tries an assignment that failed again every 30 s; a busy machine takes its time as well. */
const TRIED_AGAIN_MS = 150_000

test('support sees roles, prints test labels, and has no editor', async ({ watched: page, running }) => {
  await openRiverside(page, running)
  await openMenu(page, 'BACK-OFFICE')
  const link = rowOf(page, 'BACK-OFFICE').getByRole('link', { name: 'Change role' })
  const [fragment, place] = [await link.getAttribute('data-editor'), await link.getAttribute('href')]
  await signOut(page)
  await signIn(page, running, 'Support')
  await openPharmacy(page, RIVERSIDE)
  await expect(rowOf(page, 'FRONT-DESK')).toContainText('Printer computer')
  await openMenu(page, 'BACK-OFFICE')
  await expect(page.getByRole('link', { name: 'Change role' })).toHaveCount(0)
  await expect(rowOf(page, 'BACK-OFFICE').getByRole('button', { name: 'Print test label' })).toBeEnabled()
  await picture(page, 'refused-1-support')
  // The address that an admin may have passed on shows the pharmacy, without the editor.
  await page.goto(`${running.demo.portalUrl}${place}`)
  await expect(rowOf(page, 'FRONT-DESK')).toBeVisible()
  await expect(page.getByRole('heading', { name: /Role of/ })).toHaveCount(0)
  expect((await page.goto(`${running.demo.portalUrl}${fragment}`))?.status()).toBe(403)
})

test('ports that are none are refused in words, and what was chosen stays', async ({
  watched: page,
  running,
}) => {
  await openRiverside(page, running)
  for (const port of [70_000, 0]) {
    const editor = await openEditor(page, 'FRONT-DESK')
    await choosePrinter(editor, running, port)
    await save(editor)
    const refused = page.getByRole('region', { name: 'Role of FRONT-DESK' })
    await expect(refused.getByText('Please correct the marked fields.')).toBeVisible()
    const field = refused.getByLabel('TCP port')
    await expect(field).toHaveValue(String(port))
    await expect(field).toHaveAccessibleDescription(/This port is not possible\. Take 9100/)
    await picture(page, `refused-2-port-${port}`)
    await refused.getByRole('link', { name: 'Cancel' }).click()
  }
})

test('of two admins the second is told what the first saved, and can save again', async ({
  watched: page,
  running,
  browser,
}) => {
  await openRiverside(page, running)
  const other = await (await browser.newContext()).newPage()
  await signIn(other, running, 'Admin')
  await openPharmacy(other, RIVERSIDE)
  const second = await openEditor(other, 'BACK-OFFICE')
  await choosePrinter(second, running)
  const first = await openEditor(page, 'BACK-OFFICE')
  await first.getByLabel('None').check()
  await save(first)
  await expect(rowOf(page, 'BACK-OFFICE')).toContainText('no role')
  await save(second)
  await expect(second.getByText('Somebody else saved in the meantime.')).toBeVisible()
  await expect(second).toContainText('As it is now, FRONT-DESK is the printer computer')
  await expect(second).toContainText('BACK-OFFICE has the role: None.')
  await expect(second.getByLabel('Printer computer')).toBeChecked()
  await picture(other, 'refused-3-second-admin')
  await save(second)
  await expect(other.getByText('Saved.')).toBeVisible()
  await expect(rowOf(page, 'BACK-OFFICE')).toContainText('Printer computer')
  await other.context().close()
})

test('a computer that is offline cannot be chosen for the printer, and the editor says why', async ({
  watched: page,
  running,
}) => {
  await openRiverside(page, running)
  const chosen = await openEditor(page, 'BACK-OFFICE')
  await choosePrinter(chosen, running)
  await running.command('stop', 'BACK-OFFICE')
  try {
    await expect(rowOf(page, 'BACK-OFFICE')).toContainText('Offline')
    await save(chosen)
    await expect(
      page.getByText('BACK-OFFICE has gone offline. Try again when it is connected.'),
    ).toBeVisible()
    await picture(page, 'refused-4-gone-offline')
    await page.getByRole('link', { name: 'Cancel' }).click()
    const editor = await openEditor(page, 'BACK-OFFICE')
    await expect(editor.getByLabel('Printer computer')).toBeDisabled()
    await expect(editor.getByLabel('Printer computer')).toHaveAccessibleDescription(
      /BACK-OFFICE is offline\. It must be online/,
    )
    await picture(page, 'refused-5-offline')
  } finally {
    await running.command('start', 'BACK-OFFICE')
  }
  await expect(rowOf(page, 'BACK-OFFICE')).toContainText('Online')
})

test('a port in use: the panel says why, and it is applied by itself once the port is free', async ({
  watched: page,
  running,
}) => {
  await openRiverside(page, running)
  const { demo } = running
  const before = (await rollOf(demo, PRINTER)).length
  const other = net.createServer((socket) => socket.destroy())
  const port = await listening(other, { host: computerOf(demo, 'BACK-OFFICE').rawHost })
  try {
    const editor = await openEditor(page, 'BACK-OFFICE')
    await choosePrinter(editor, running, port)
    await save(editor)
    const row = rowOf(page, 'BACK-OFFICE')
    await expect(row).toContainText('not applied')
    await expect(row).toContainText('Another program on the computer uses the port.')
    await expect(row).toContainText('Until then the labels of the pharmacy are not printed.')
    await expect(row).toContainText('still works as: Client')
    await expect(assignmentOf(page, 'FRONT-DESK')).toHaveText('applied')
    await picture(page, 'refused-6-port-taken')
  } finally {
    other.close()
  }
  await expect(assignmentOf(page, 'BACK-OFFICE')).toHaveText('applied', {
    timeout: TRIED_AGAIN_MS,
  })
  const frontDesk = computerOf(demo, 'FRONT-DESK').rawHost
  expect(await send({ host: frontDesk, port: printerOf(demo, PRINTER).tcpPort }, numberedLabel(1))).toBeNull()
  await rolled(demo, PRINTER, before + 1)
  await picture(page, 'refused-7-port-free')
})
