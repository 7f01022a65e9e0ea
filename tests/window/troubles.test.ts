// Each trouble that a pharmacy meets: icon, window and command line say what is wrong and what to do about it, in the three
// languages (the command line in English).
//
//   Pictures=/tmp/pictures npx vitest run tests/window/troubles.test.ts      paints what the window says
import path from 'node:path'
import { summaryOf } from '../../agent/contract/summary.ts'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import type { Page } from '@playwright/test'
import { beforeAll, describe, expect, test } from 'vitest'
import { canMount } from '../../agent/core/spool/store/test/small-disk.ts'
import { trayView } from '../../agent/electron/tray-menu.ts'
import { agentCommand } from '../../agent/test/agent-process.ts'
import { startAgent, type InProcessAgent } from '../../agent/test/in-process-agent.ts'
import { temporaryFolder } from '../../agent/test/temporary-folder.ts'
import { buildAgent } from '../../scripts/build/build-agent.ts'
import { LOCALES, SAID, SPOKEN, type Said, type Spoken } from './trouble-texts.ts'
import { TROUBLES, type Trouble, type Troubled } from './troubles.ts'
import { expectClear, hasChromium, PICTURES, windowsInChromium, type OpenWindow } from './window-rig.ts'

const A_WEEK_MS = 7 * 86_400_000
/** Of the user nobody, who may not use the control socket. */
const NOBODY = 65_534

describe.skipIf(!hasChromium())('What is said of', () => {
  const open = windowsInChromium()
  beforeAll(async () => void (await buildAgent()))

  test.each(TROUBLES.filter(({ name }) => canMount || name !== 'disk full').map((row, n) => ({ ...row, n })))(
    '$name',
    async ({ n, ...trouble }) => {
      const troubled = await trouble.bringAbout(`127.0.4.${n + 1}`)
      const commands = everyCommand(trouble, troubled)
      // A computer is paired by one at a time.
      if (trouble.act !== null) await commands
      await Promise.all([
        commands,
        everyLanguage(trouble, async (language) => open(troubled.agent, { locale: LOCALES[language] })),
        trouble.act === null ? iconSays(trouble.said, troubled.agent) : undefined,
      ])
    },
  )

  test('another user logged in', async ({ skip }) => {
    if (process.getuid?.() !== 0) return skip('only root can be somebody else')
    const dataFolder = temporaryFolder()
    const agent = await startAgent({ address: '127.0.4.50', dataFolder })
    const asNobody = async (text: string) => commandOf(text, dataFolder, NOBODY)
    const { code, said } = await asNobody('status')
    expect([code, said]).toEqual([
      1,
      expect.stringMatching(/You may not use the control socket .* join the group/),
    ])
    // The tray of that user asks the same socket, and the window what the tray hears.
    await everyLanguage({ name: 'another user', said: SAID.otherUser, act: null }, async (language) =>
      openInTray(open, agent, {
        language,
        hash: '#/',
        ask: async () => refusalIn((await asNobody('status --json')).said),
      }),
    )
  })

  test('a window that was closed for a week: a page in a browser', async () => {
    const dataFolder = temporaryFolder()
    const agent = await startAgent({ address: '127.0.4.51', dataFolder })
    const pages = new Map<Spoken, Page>()
    for (const language of SPOKEN) {
      const page = await open(agent, { locale: LOCALES[language] })
      await page.clock.install()
      pages.set(language, page)
    }
    await agent.stop()
    // Updated meanwhile, say.
    await startAgent({ address: '127.0.4.51', dataFolder })
    await everyLanguage({ name: 'page ended', said: SAID.pageEnded, act: null }, async (language) => {
      const page = pages.get(language)
      if (page === undefined) throw new Error('it was opened')
      await page.clock.setSystemTime(Date.now() + A_WEEK_MS)
      await page.clock.runFor(30_000)
      return page
    })
  })

  test('a window that was closed for a week: at a label that is gone, of an agent that was updated', async () => {
    const agent = await startAgent({ address: '127.0.4.52' })
    const ask = async (method: string): Promise<unknown> => {
      if (method === 'status')
        return {
          ok: true,
          data: { ...(await agent.ask('status', null)), mood: 'as no agent of today has it' },
        }
      return { ok: false, code: 'not_found', message: 'This computer has no label 17. See: agent jobs' }
    }
    await everyLanguage({ name: 'label gone', said: SAID.labelGone, act: null }, async (language) =>
      openInTray(open, agent, { language, hash: '#/labels/17', ask }),
    )
  })
})

async function everyCommand({ commands }: Trouble, { dataFolder }: Troubled): Promise<void> {
  for (const [text, says] of commands) {
    const { said } = await commandOf(text, dataFolder)
    for (const sentence of says) expect(said, text).toMatch(sentence)
  }
}

/** What it prints, on one line. */
async function commandOf(text: string, dataFolder: string, user?: number) {
  const controlSocket = path.join(dataFolder, 'agent.sock')
  const settings = { Agent__DataFolder: dataFolder, Agent__ControlSocket: controlSocket }
  const { code, output, errors } = await agentCommand(text.split(' '), settings, { user })
  return { code, said: `${output} ${errors}`.replaceAll(/\s+/g, ' ') }
}

async function everyLanguage(
  { name, said, act }: Pick<Trouble, 'name' | 'said' | 'act'>,
  pageIn: (language: Spoken) => Promise<Page>,
): Promise<void> {
  for (const language of SPOKEN) {
    const page = await pageIn(language)
    await act?.(page)
    for (const text of said[language]) await page.locator('main').getByText(text).first().waitFor()
    if (PICTURES !== undefined)
      await expectClear(page, null, `trouble-${name.replaceAll(/\W+/g, '-')}-${language}`)
  }
}

/** Tooltip and menu, which cuts long lines. */
async function iconSays(said: Said, agent: InProcessAgent): Promise<void> {
  const summary = summaryOf(await agent.ask('status', null))
  for (const language of SPOKEN) {
    const standing = { canPrint: true, isPaused: false, unreadHelp: 0, ownsAgent: false }
    const facts = { summary, lastLabel: null, nowMs: 0, ...standing }
    const { toolTip, items } = trayView(facts, texts(language))
    const lines = items.flatMap((item) => (item === 'separator' ? [] : [item.label])).join('\n')
    expect(toolTip).toContain(said[language][0])
    expect(lines).toContain(said[language][1].slice(0, 20))
  }
}

interface InTray {
  readonly language: Spoken
  readonly hash: string
  readonly ask: (method: string) => Promise<unknown>
}

/** The same pages, asking as they do in the tray. */
async function openInTray(
  open: OpenWindow,
  agent: InProcessAgent,
  { language, hash, ask }: InTray,
): Promise<Page> {
  const page = await open(agent, { locale: LOCALES[language] })
  await page.exposeFunction('askTray', ask)
  await page.addInitScript(() => {
    const bridge = {
      kind: 'tray',
      ask: Reflect.get(window, 'askTray'),
      save: async () => false,
      asAdministrator: null,
    }
    Object.defineProperty(window, 'pharmacyAgent', { value: bridge })
  })
  await page.evaluate((place) => void (location.hash = place), hash)
  await page.reload()
  return page
}

/** As the tray makes it of the error of a question. */
function refusalIn(json: string): unknown {
  const { error } = JSON.parse(json) as { readonly error: object }
  return { ok: false, ...error }
}
