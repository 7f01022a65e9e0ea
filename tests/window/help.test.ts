// Asking support for help on the page, at a real agent and a hub whose support is in memory: two clicks, an answer that comes by itself,
// words that wait for a connection, and the end.
//
//   Pictures=/tmp/pictures npx vitest run tests/window/help.test.ts      paints it in three languages and both themes
import { gunzipSync } from 'node:zlib'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { describe, expect, test } from 'vitest'
import { startAgent } from '../../agent/test/in-process-agent.ts'
import { MemorySupport } from '../../agent/test/memory-support.ts'
import { startTestHub } from '../../agent/test/test-hub.ts'
import { expectClear, goTo, hasChromium, windowsInChromium } from './window-rig.ts'

describe.skipIf(!hasChromium())('The help page of the window', () => {
  const open = windowsInChromium()

  test('asks, hears, writes without a connection, and says whether it is solved', async () => {
    const hub = await startTestHub()
    const support = new MemorySupport()
    hub.support = support.handlers
    const agent = await startAgent({ address: '127.0.2.31', hub })
    const page = await open(agent)
    await page.getByRole('link', { name: 'Help', exact: true }).click()
    await expectClear(page, agent, 'help-ask')
    await page.getByRole('button', { name: 'Ask for help' }).click()
    await page.getByText('Nobody has taken it yet').waitFor()
    expect(support.requests).toMatchObject([{ text: null, language: 'en', diagnosis: { role: 'None' } }])

    await goTo(page, '')
    support.answers(1, 'Look at the <b>roll</b>.\nIs it empty?')
    await hub.say('HelpChangedAsync', { taskId: 1 })
    await page.getByText('Support wrote to you: 1 new answer.').waitFor()
    await expectClear(page, agent, 'help-news')
    await page.getByRole('link', { name: 'Read it' }).click()
    await page.getByText('Look at the <b>roll</b>').waitFor()
    await page.getByText('Nell takes care of it.').waitFor()
    await until('it is read', () => support.task(1).readSeq === 1)
    await until('nothing is unread', async () => (await agent.ask('status', null)).help?.unread === 0)

    await hub.say('SupportPresenceAsync', { taskId: 1, kind: 'writes' })
    await page.getByText('Support is writing…').waitFor()
    const { port } = hub
    await page.getByLabel('Write to support').fill('Yes')
    await until('support hears of the letters', () => support.presences.at(-1)?.kind === 'writes')
    await expectClear(page, agent, 'help-writing')
    await hub.kill()
    await page.getByLabel('Write to support').fill('Yes, it is. 🧻')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText('Not sent yet: the connection is down').waitFor()
    expect(await page.getByLabel('Write to support').inputValue()).toBe('')
    await page.getByRole('button', { name: 'Send the support bundle' }).click()
    await page.getByText(/^support-bundle-.*\.txt$/).waitFor()
    await expectClear(page, agent, 'help-not-sent')
    const back = await startTestHub(port)
    back.support = support.handlers
    await until('both are there', () => support.texts(1).length === 3)
    await until('nothing waits', async () => (await page.getByText('Not sent yet').count()) === 0)
    expect(support.texts(1)[1]).toBe('Yes, it is. 🧻')
    const [bundle] = support.bundles
    expect(support.texts(1)[2]).toBe(bundle?.fileName)
    expect(gunzipSync(bundle?.packed ?? new Uint8Array()).toString()).toMatch(
      /^Support bundle of .*, made 20/,
    )

    support.answers(1, 'Done, I printed a test label.')
    support.becomes(1, { state: 'done' })
    await back.say('HelpChangedAsync', { taskId: 1 })
    await page.getByText('Is it solved?').waitFor()
    await expectClear(page, agent, 'help-done')
    await page.getByRole('button', { name: 'Yes, it is solved' }).click()
    await until('support heard', () => support.task(1).isSolved === true)
    await page.getByRole('heading', { name: 'Ask for help', exact: true }).waitFor()
    await page.getByRole('heading', { name: 'Your other requests' }).waitFor()
    expect(agent.log()).not.toMatch(/roll|🧻/)
  })
})
