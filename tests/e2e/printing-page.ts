// A pharmacy's page as an admin works with it: rows, the editor for a role, and a pharmacy whose printer is given out.
import { expect, type Locator, type Page } from '@playwright/test'
import { openPanel } from '../platform/panel.ts'
import { printerOf } from '../platform/rolls.ts'
import type { RunningDemo } from '../running-demo.ts'
import { signIn } from './demo-fixture.ts'

export const RIVERSIDE = 'Riverside Pharmacy'
const RIVERSIDE_ID = 'P-1002'
export const RIVERSIDE_PRINTER = 'riverside-printer'

/** FRONT-DESK has the printer, BACK-OFFICE prints through it, and an admin has the page of both open. */
export async function openRiverside(page: Page, running: RunningDemo): Promise<void> {
  const panel = await openPanel(running.demo, 'Admin')
  await panel.assignPrinter(RIVERSIDE_ID, 'FRONT-DESK', printerOf(running.demo, RIVERSIDE_PRINTER))
  await panel.setRole(RIVERSIDE_ID, 'BACK-OFFICE', 2)
  await signIn(page, running, 'Admin')
  await openPharmacy(page, RIVERSIDE)
  for (const name of ['FRONT-DESK', 'BACK-OFFICE'])
    await expect(assignmentOf(page, name)).toHaveText('applied')
}

/** Nobody has a role, as on the first day; the page is not opened. */
export async function emptyRiverside(running: RunningDemo): Promise<void> {
  const panel = await openPanel(running.demo, 'Admin')
  for (const name of ['FRONT-DESK', 'BACK-OFFICE']) await panel.setRole(RIVERSIDE_ID, name, 0)
}

/** When the panel heard that the computer had applied its newest assignment; ISO 8601 UTC. */
export async function appliedAtOf(running: RunningDemo, name: string): Promise<string> {
  const { computers } = await (await openPanel(running.demo, 'Admin')).pharmacy(RIVERSIDE_ID)
  const assignment = computers.find(({ pcName }) => pcName === name)?.assignment
  expect(assignment?.state).toBe('applied')
  return assignment?.at ?? ''
}

export async function openPharmacy(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { name: new RegExp(name), level: 1 })).toBeVisible()
}

/** By its head, because the rows of Clients name the printer computer, too. */
export function rowOf(page: Page, computer: string): Locator {
  return page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: computer }) })
}

/** How far a computer's newest assignment has come. */
export function assignmentOf(page: Page, computer: string): Locator {
  return rowOf(page, computer).locator('.assignment')
}

/** What can be done with a computer stands behind one button of its row. */
export async function openMenu(page: Page, computer: string): Promise<void> {
  const menu = rowOf(page, computer).locator('.row-menu')
  if ((await menu.getAttribute('open')) === null) await menu.locator('summary').click()
}

export async function openEditor(page: Page, computer: string): Promise<Locator> {
  await openMenu(page, computer)
  await rowOf(page, computer).getByRole('link', { name: 'Change role' }).click()
  const editor = page.getByRole('region', { name: `Role of ${computer}` })
  await expect(editor).toBeVisible()
  return editor
}

/** Chooses the printer computer, waits for the computer's answer, chooses the pharmacy's printer and the port. */
export async function choosePrinter(
  editor: Locator,
  { demo }: RunningDemo,
  port = printerOf(demo, RIVERSIDE_PRINTER).tcpPort,
): Promise<void> {
  await editor.getByLabel('Printer computer').check()
  await expect(editor.getByText('It answered: 1 printer.')).toBeVisible()
  const { rawHost, tcpPort } = printerOf(demo, RIVERSIDE_PRINTER)
  await editor.getByLabel('Printer', { exact: true }).selectOption(`tcp:${rawHost}:${tcpPort}`)
  await editor.getByLabel('TCP port').fill(String(port))
}

export async function save(editor: Locator): Promise<void> {
  await editor.getByRole('button', { name: 'Save' }).click()
}
