// The story of the first day: sign in, see Central's computers online, one goes offline and comes back, without reload.
import { pidOf } from '../demo-computers.ts'
import { expect, picture, signIn, test } from './demo-fixture.ts'
import { expectGoodLooks } from './looks.ts'
import { onceMore } from './tellings.ts'
import { rowOf } from './printing-page.ts'

test.use({ sharesDemo: true })

const CENTRAL = 'P-1001'
const CENTRAL_NAME = 'Central Pharmacy'

test('an admin sees the computers of a pharmacy come and go without reloading', async ({
  watched: page,
  running,
}) => {
  await test.step('sign in', async () => {
    await page.goto(running.demo.portalUrl)
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await picture(page, '1-sign-in')
    await signIn(page, running, 'Admin')
  })
  await test.step('the list shows both pharmacies with their connected computers', async () => {
    await expect(page.getByRole('row', { name: /P-1001/ })).toContainText('3 of 3 online')
    await expect(page.getByRole('row', { name: /P-1002/ })).toContainText('2 of 2 online')
    await picture(page, '2-pharmacies')
  })
  const row = (name: string) => rowOf(page, name)
  await test.step("Central's three computers are online", async () => {
    await page.getByRole('link', { name: CENTRAL_NAME }).click()
    await expect(page.getByRole('heading', { name: /Central Pharmacy/, level: 1 })).toBeVisible()
    for (const name of ['COUNTER-1', 'COUNTER-2', 'DISPENSARY'])
      await expect(row(name)).toContainText('Online')
    await picture(page, '3-central-online')
  })
  await page.evaluate(() => document.body.setAttribute('data-not-reloaded', 'true'))
  await test.step('one agent stops and is shown offline with the reason', async () => {
    await running.command('stop', 'COUNTER-2')
    await expect(row('COUNTER-2')).toContainText('Offline')
    await expect(row('COUNTER-2')).toContainText('The agent was shut down.')
    await expect(row('COUNTER-1')).toContainText('Online')
    await expect(page.getByText('2 of 3 computers online')).toBeVisible()
    await picture(page, '4-counter-2-offline')
  })
  await test.step('it starts again and is shown online', async () => {
    await running.command('start', 'COUNTER-2')
    await expect(row('COUNTER-2')).toContainText('Online')
    await expect(page.getByText('3 of 3 computers online')).toBeVisible()
    await picture(page, '5-counter-2-back')
  })
  expect(await page.locator('body').getAttribute('data-not-reloaded')).toBe('true')
})

test('a computer whose agent is killed is shown as reconnecting, and online again, without anyone reloading', async ({
  watched: page,
  running,
}) => {
  await signIn(page, running, 'Support')
  await page.getByRole('link', { name: 'Riverside Pharmacy' }).click()
  const row = rowOf(page, 'BACK-OFFICE')
  await expect(row).toContainText('Online')
  process.kill(await pidOf(running, 'BACK-OFFICE'), 'SIGKILL')
  await expect(row).toContainText('Reconnecting')
  // The demo's supervisor starts what ended by itself, as a service manager would, before the grace of 10 s is over.
  await expect(row).toContainText('Online')
})

test('roles are respected: support sees no editing, a wrong password is answered in words', async ({
  watched: page,
  running,
}) => {
  await page.goto(`${running.demo.portalUrl}/sign-in`)
  await page.getByLabel('E-mail').fill('admin@relay.example')
  await page.getByLabel('Password').fill('not the password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('E-mail or password is not right.')).toBeVisible()
  await signIn(page, running, 'Support')
  await expect(page.getByRole('link', { name: 'Add a pharmacy' })).toHaveCount(0)
  await page.getByRole('link', { name: CENTRAL_NAME }).click()
  await expect(page.getByRole('link', { name: 'Edit' })).toHaveCount(0)
  const refused = await page.goto(`${running.demo.portalUrl}/relay/${CENTRAL}/edit`)
  expect(refused?.status()).toBe(403)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByText('You are signed out.')).toBeVisible()
})

test('an admin adds a pharmacy, corrects it, and makes a code for its first computer', async ({
  watched: page,
  running,
}) => {
  await signIn(page, running, 'Admin')
  await page.getByRole('link', { name: 'Add a pharmacy' }).click()
  await page.getByLabel('Store ID').fill('P-2001')
  await page.getByLabel('Name').fill('Hillside <b>Pharmacy</b>')
  await page.getByLabel('E-mail').fill('hello@hillside.example')
  await page.getByLabel('Phone').fill('12')
  await page.getByRole('button', { name: 'Add the pharmacy' }).click()
  await expect(page.getByText('Please correct the marked fields.')).toBeVisible()
  await picture(page, '6-faulty-form')
  await page.getByLabel('Phone').fill('+442079460199')
  await page.getByRole('button', { name: 'Add the pharmacy' }).click()
  await expect(page.getByText('The pharmacy was added.')).toBeVisible()
  await expect(page.getByRole('heading', { name: /Hillside <b>Pharmacy<\/b>/ })).toBeVisible()
  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByLabel('Name').fill('Hillside Pharmacy')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The changes are saved.')).toBeVisible()
  await page.getByRole('link', { name: 'Add a computer' }).click()
  await page.getByRole('button', { name: 'Make a pairing code' }).click()
  await expect(page.getByText(/^[A-Z]{4}-[A-Z]{4}$/)).toBeVisible()
  await picture(page, '7-pairing-code')
})

test('filters narrow the list while typing, and the address keeps them', async ({
  watched: page,
  running,
}) => {
  await signIn(page, running, 'SuperSupport')
  await page.getByLabel('Name', { exact: true }).fill('riverside')
  await expect(page.getByRole('row', { name: /P-1001/ })).toHaveCount(0)
  await expect(page.getByRole('row', { name: /P-1002/ })).toBeVisible()
  await expect(page).toHaveURL(/name=riverside/)
  await page.reload()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('riverside')
  await expect(page.getByRole('row', { name: /P-1002/ })).toBeVisible()
})

for (const width of [360, 1440]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    const title = `pages at ${width} px in ${colorScheme} have no accessibility findings and no sideways scrolling`
    const isOnceMore = (width === 360) !== (colorScheme === 'dark')
    test(title, onceMore(isOnceMore), async ({ watched: page, running }) => {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
      await page.goto(`${running.demo.portalUrl}/sign-in`)
      const look = (name: string) => expectGoodLooks(page, `${name}-${width}-${colorScheme}`)
      await look('sign-in')
      await signIn(page, running, 'Admin')
      await look('pharmacies')
      await page.getByRole('link', { name: CENTRAL_NAME }).click()
      await expect(rowOf(page, 'COUNTER-1')).toBeVisible()
      await look('central')
      await page.goto(`${running.demo.portalUrl}/relay/new`)
      await look('new-pharmacy')
      const missing = await page.goto(`${running.demo.portalUrl}/relay/P-999999`)
      expect(missing?.status()).toBe(404)
      await look('not-found')
    })
  }
}

test('the panel works by keyboard and in three languages', async ({ watched: page, running }) => {
  await signIn(page, running, 'Admin')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: CENTRAL_NAME }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: /Central Pharmacy/ })).toBeVisible()
  for (const { menu, name, language, online } of [
    { menu: 'Display', name: 'Deutsch', language: 'de', online: '3 von 3' },
    { menu: 'Darstellung', name: 'Türkçe', language: 'tr', online: '3' },
  ]) {
    await page.locator('summary', { hasText: menu }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name }).focus()
    await page.keyboard.press('Enter')
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await expect(page.locator('main')).toContainText(online)
    await picture(page, `central-${language}`)
  }
})
