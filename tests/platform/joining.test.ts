// How computers join a pharmacy and are kept out: codes, approval, keys, revocation, moves, copies; each told in words.
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { MAX_PAIRING_TRIES, PAIRING_ALPHABET, pairingCodeText } from '@pharmacy-relay/shared/pairing.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startDemo, type RunningDemo } from '../running-demo.ts'
import { ExtraAgent, offlineLines } from './extra-agents.ts'
import { browserOf, openPanel, wordsOf, type Panel } from './panel.ts'

const LIMIT_MS = 120_000
const REVOKED_LIMIT_MS = 2_000

/** A code that differs in its last character: it is found, and its secret is wrong. */
function almost(code: string): string {
  const last = PAIRING_ALPHABET.indexOf(code.slice(-1))
  return code.slice(0, -1) + (PAIRING_ALPHABET[(last + 1) % PAIRING_ALPHABET.length] ?? '')
}

describe('a computer', { timeout: LIMIT_MS }, () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'relay-joining-'))
  let running: RunningDemo
  let admin: Panel
  let lastPharmacy = 7_000
  beforeAll(async () => {
    running = await startDemo({ platformOnly: true, dataFolder: null, environment: {} })
    admin = await openPanel(running.demo, 'Admin')
  }, LIMIT_MS)
  afterAll(async () => {
    await running.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  async function newPharmacy(): Promise<string> {
    const storeId = `P-${(lastPharmacy += 1)}`
    await admin.create(storeId)
    return storeId
  }
  /** Its agent, started, in a new pharmacy. */
  async function joined() {
    const storeId = await newPharmacy()
    const agent = new ExtraAgent(running, { folder })
    const process = await agent.start()
    await agent.pair(await admin.pairingCode(storeId))
    await process.hear('online')
    return { storeId, agent, process }
  }
  const computersOf = async (storeId: string) => (await admin.pharmacy(storeId)).computers
  const isOnline = async (storeId: string, name: string) =>
    (await computersOf(storeId)).some((computer) => computer.pcName === name && computer.isOnline)
  const logs = (): string =>
    readdirSync(path.join(running.dataFolder, 'logs'))
      .map((file) => readFileSync(path.join(running.dataFolder, 'logs', file), 'utf8'))
      .join('\n')

  it('pairs with a code as somebody types it, is online, and stays so without it; the code works once', async () => {
    const storeId = await newPharmacy()
    const agent = new ExtraAgent(running, { folder })
    const first = await agent.start()
    expect((await agent.status()).hub).toMatchObject({ state: 'off' })
    expect((await agent.command('status')).output).toContain('agent pair')
    const code = await admin.pairingCode(storeId)
    await agent.pair(pairingCodeText(code).toLowerCase())
    await first.hear('online')
    expect(await isOnline(storeId, agent.name)).toBe(true)
    await first.end('SIGTERM')
    await (await agent.start()).hear('online')
    expect(await computersOf(storeId)).toHaveLength(1)
    const other = new ExtraAgent(running, { folder })
    await other.start()
    expect((await other.command('pair', code)).code).not.toBe(0)
    expect(await computersOf(storeId)).toHaveLength(1)
    expect(logs() + first.log).not.toContain(code)
  })

  it('guesses: after five wrong tries the code is dead, and nobody learns which part was right', async () => {
    const storeId = await newPharmacy()
    const code = await admin.pairingCode(storeId)
    const guesser = new ExtraAgent(running, { folder })
    await guesser.start()
    const answers = []
    for (let n = 0; n < MAX_PAIRING_TRIES; n += 1) answers.push(await guesser.command('pair', almost(code)))
    answers.push(await guesser.command('pair', code))
    expect(new Set(answers.map(({ code: exitCode, errors }) => `${exitCode} ${errors}`)).size).toBe(1)
    expect(answers[0]?.code).toBe(1)
    expect((await admin.pharmacy(storeId)).pairingCodes).toEqual([])
    const honest = new ExtraAgent(running, { folder })
    await honest.start()
    expect(await honest.command('pair', code)).toEqual(answers[0])
    expect(await computersOf(storeId)).toEqual([])
  })

  it('guesses on: one address may try ten times a minute', async () => {
    const guesser = new ExtraAgent(running, { folder })
    await guesser.start()
    const answers = []
    for (let n = 0; n < 11; n += 1) answers.push(await guesser.command('pair', 'BCDF-GHJK'))
    expect(answers[10]?.errors).not.toBe(answers[9]?.errors)
    const other = new ExtraAgent(running, { folder })
    await other.start()
    expect((await other.command('pair', 'BCDF-GHJK')).errors).toBe(answers[0]?.errors)
  })

  it('that needs approval waits and says so; once an Admin approved it, it is online', async () => {
    const storeId = await newPharmacy()
    const agent = new ExtraAgent(running, { folder })
    const process = await agent.start()
    await agent.pair(await admin.pairingCode(storeId, { needsApproval: true }))
    await until('it waits', async () => (await computersOf(storeId))[0]?.access === 'waiting')
    const status = await agent.command('status')
    expect(status.output).toMatch(/approv/i)
    expect(process.told).toEqual(['ready'])
    await admin.approve(storeId, agent.name)
    await until('it is online', async () => isOnline(storeId, agent.name), 60_000)
  })

  it('whose access is withdrawn is offline within 2 s and says why; a new code lets it in again, as the same', async () => {
    const { storeId, agent, process } = await joined()
    const [before] = await computersOf(storeId)
    await admin.revoke(storeId, agent.name)
    await until('it is offline', async () => !(await isOnline(storeId, agent.name)), REVOKED_LIMIT_MS)
    await until('the agent knows', () => offlineLines(process).length > 0, REVOKED_LIMIT_MS)
    expect(await computersOf(storeId)).toMatchObject([{ access: 'revoked', offlineReason: 'revoked' }])
    expect(await agent.wordsWhenRefused('REVOKED')).toContain('next try in')
    const words = ['pair', await admin.pairingCode(storeId)]
    const again = await agent.command(...words)
    expect(again.code === 0 ? again : await agent.command(...words, '--again')).toMatchObject({ code: 0 })
    await until('it is online', async () => isOnline(storeId, agent.name), 20_000)
    expect(await computersOf(storeId)).toMatchObject([{ id: before?.id, deviceKey: before?.deviceKey }])
  })

  it('with the install id of another and a key of its own is refused, and that one stays online', async () => {
    const { storeId, agent } = await joined()
    const dataFolder = `${agent.dataFolder}-thief`
    cpSync(agent.dataFolder, dataFolder, { recursive: true, filter: (file) => !file.endsWith('.sock') })
    rmSync(path.join(dataFolder, 'device.key'))
    const thief = new ExtraAgent(running, { folder, dataFolder })
    const process = await thief.start()
    expect(await thief.wordsWhenRefused('BAD_KEY')).toContain('next try in')
    expect(process.told).toEqual(['ready'])
    expect(await computersOf(storeId)).toMatchObject([{ pcName: agent.name, isOnline: true }])
  })

  it('that an Admin moves belongs to the other pharmacy from then on, also after its next start', async () => {
    const { storeId, agent, process } = await joined()
    const other = await newPharmacy()
    await admin.move(storeId, agent.name, other)
    await until('it is there', async () => isOnline(other, agent.name), 20_000)
    expect(await computersOf(storeId)).toEqual([])
    expect((await agent.status()).pharmacyId).toBe((await admin.pharmacy(other)).id)
    await process.end('SIGTERM')
    await (await agent.start()).hear('online')
    expect(await isOnline(other, agent.name)).toBe(true)
  })

  it('and its copy are found out; one click makes the copy a computer of its own, and both are online', async () => {
    const { storeId, agent, process } = await joined()
    await process.end('SIGTERM')
    const dataFolder = `${agent.dataFolder}-copy`
    cpSync(agent.dataFolder, dataFolder, { recursive: true })
    await agent.start()
    const copy = new ExtraAgent(running, { folder, dataFolder })
    await copy.start()
    const conflict = async () => (await computersOf(storeId))[0]?.conflict ?? null
    await until('the conflict is shown', async () => (await conflict()) !== null, 90_000)
    const sides = (await conflict())?.sides ?? []
    expect(sides.map(({ isIn }) => isIn).toSorted()).toEqual([false, true])
    const wanted = sides.find(({ pcName }) => pcName === copy.name)?.bootId ?? sides[0]?.bootId ?? ''
    await admin.newIdentity(storeId, agent.name, wanted)
    await until(
      'both are online',
      async () => {
        const computers = await computersOf(storeId)
        return computers.length === 2 && computers.every((one) => one.isOnline && one.conflict === null)
      },
      90_000,
    )
    expect((await copy.status()).installId).not.toBe((await agent.status()).installId)
  })
})

describe('an agent that is too old', { timeout: LIMIT_MS }, () => {
  it('is told so in its status, and the panel shows it, offline and too old', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'relay-too-old-'))
    const first = await startDemo({ platformOnly: true, dataFolder: null, environment: {} })
    await (await openPanel(first.demo, 'Admin')).create('P-7999')
    const agent = new ExtraAgent(first, { folder })
    const process = await agent.start()
    await agent.pair(await (await openPanel(first.demo, 'Admin')).pairingCode('P-7999'))
    await process.hear('online')
    await first.stop({ keepData: true })
    const running = await startDemo({
      ...{ platformOnly: true, dataFolder: first.dataFolder },
      environment: { ...first.environment, Store__OldestProtocol: '3' },
    })
    onTestFinished(async () => {
      await running.stop()
      rmSync(folder, { recursive: true, force: true })
    })
    const words = await agent.wordsWhenRefused('UPGRADE_REQUIRED', 60_000)
    expect(words).toContain('This version of the agent is too old. Install the newest one.')
    const { computers } = await (await openPanel(running.demo, 'Admin')).pharmacy('P-7999')
    expect(computers).toMatchObject([{ pcName: agent.name, isTooOld: true, isOnline: false }])
    const page = await (await browserOf(running.demo, 'Support')).get('/relay/P-7999')
    expect(wordsOf(page.text)).toContain('1 agent too old')
    expect(wordsOf(page.text)).toContain('too old')
  })
})
