// What `npm start` promises: it says where to look, prints, ends within 5 s leaving no process, keeps data, names busy ports.
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { withDevelopmentSecrets } from '@pharmacy-relay/relay-server/http/development-secrets.ts'
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import { listening } from '@pharmacy-relay/shared/test/listening.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signInAs } from '../../scripts/start/demo-admin.ts'
import { processesOf, startDemo, waitUntil, type DemoFile, type RunningDemo } from '../running-demo.ts'
import { openPanel } from './panel.ts'
import { printerOf, rolled, rollOf } from './rolls.ts'

const UPS = path.resolve(import.meta.dirname, '../../agent/test-printer/labels/ups.zpl')
/** GTIN of a pack of Kartazol 100 mg in the demo's list: of its PZN. */
const KARTAZOL = '04150100006108'
const rolesOf = (demo: DemoFile) =>
  demo.pharmacies.map(({ computers }) =>
    Object.fromEntries(computers.map(({ computerName, role }) => [computerName, role])),
  )

/** Which pairing codes the computers came with. */
async function codesOf({ demo }: RunningDemo): Promise<(number | null)[]> {
  const panel = await openPanel(demo, 'Admin')
  const pharmacies = await Promise.all(demo.pharmacies.map(({ storeId }) => panel.pharmacy(storeId)))
  return pharmacies.flatMap(({ computers }) => computers.map(({ pairingCodeId }) => pairingCodeId))
}

/** A program that did not end in its 1.5 s is killed; its database then sees by itself that it is gone, and ends. */
async function noneLeft(dataFolder: string): Promise<void> {
  await waitUntil(
    () => processesOf(dataFolder).length === 0,
    60_000,
    () => processesOf(dataFolder).map(commandOf).join('\n'),
  )
}

function commandOf(pid: string): string {
  const file = `/proc/${pid}/cmdline`
  return `${pid} ${existsSync(file) ? readFileSync(file, 'utf8').replaceAll('\0', ' ').slice(0, 200) : ''}`
}

describe('npm start', () => {
  const dataFolder = mkdtempSync(path.join(tmpdir(), 'relay-two-commands-'))
  let running: RunningDemo
  let codes: (number | null)[]
  beforeAll(async () => {
    running = await startDemo({ platformOnly: false, dataFolder, environment: {} })
  })
  afterAll(() => rmSync(dataFolder, { recursive: true, force: true }))

  it('has a test printer for each pharmacy, whose page answers and is named', async () => {
    const { testPrinters } = running.demo
    expect(testPrinters.map(({ name }) => name)).toEqual(['central-printer', 'riverside-printer'])
    for (const { name, httpUrl } of testPrinters) {
      expect(running.output()).toContain(httpUrl)
      expect(await (await fetch(httpUrl)).text()).toContain(name)
      expect(await running.command('list')).toMatch(new RegExp(`${name} +pid \\d+`))
    }
  })

  it('prints: a label sent to a counter comes out of the printer of its pharmacy, unchanged', async () => {
    const sent = createHash('sha256').update(readFileSync(UPS)).digest('hex')
    const text = await running.label(UPS, '--to', 'COUNTER-1')
    expect(text).toContain(sent.slice(0, 12))
    expect(text).toContain(printerOf(running.demo, 'central-printer').httpUrl)
    expect(await rolled(running.demo, 'central-printer', 1)).toEqual([sent])
    expect(await rollOf(running.demo, 'riverside-printer')).toEqual([])
  })

  it('has drugs that were made for it', () => {
    expect(running.output()).toContain('drugs         made for the demo')
  })

  it('has a pharmacist of Central Pharmacy, with prescriptions of its drugs and something to suggest', async () => {
    const pharmacist = running.demo.users.find(({ role }) => role === 'Pharmacist')
    if (pharmacist === undefined) throw new Error('there is no pharmacist')
    const { pharmacy } = await signInAs(running.demo.gatewayUrl, pharmacist)
    const none = { params: null, query: null, body: null }
    const profile = await pharmacy.call(pharmacyApi.getPharmacyProfile, none)
    expect(profile).toMatchObject({ name: 'Central Pharmacy', country: 'GB' })
    const { items } = await pharmacy.call(pharmacyApi.listPrescriptions, { ...none, query: {} })
    expect(items.map(({ patientName }) => patientName)).toContain('Çağla Işık Şahin')
    expect(items.filter(({ listedDrug }) => listedDrug === null)).toEqual([])
    const flags = { yes: [], no: [], age: null }
    const body = { basketId: randomUUID(), basket: [KARTAZOL], flags }
    const reply = await pharmacy.call(pharmacyApi.suggestCrossSales, { ...none, body })
    const [hyvora] = reply.suggestions.flatMap(({ drugs }) => drugs.map(({ name }) => name))
    expect(hyvora).toMatch(/^Hyvora /)
  })

  it('says why a label to a computer without a role is not taken', async () => {
    await expect(running.label(UPS, '--to', 'FRONT-DESK')).rejects.toThrow('no role')
  })

  it('stops a test printer and starts it again, and what was sent meanwhile comes out', async () => {
    expect(await running.command('stop', 'central-printer')).toContain('central-printer stopped')
    await running.label(UPS, '--to', 'COUNTER-2')
    expect(await running.command('start', 'central-printer')).toContain('central-printer started')
    expect(await rolled(running.demo, 'central-printer', 1)).toHaveLength(1)
  })

  it('is told to whoever starts it a second time in the same folder, before any port is looked at', async () => {
    const { environment } = running
    const second = startDemo({ platformOnly: false, dataFolder, environment })
    const text = `already running (pid ${running.pid}; portal at ${running.demo.portalUrl})`
    await expect(second).rejects.toThrow(text)
    await expect(second).rejects.not.toThrow('in use')
  })

  it('prints where to look and how to sign in, and writes the same for its owner only', () => {
    const file = path.join(dataFolder, 'demo.json')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const admin = running.demo.users.find((user) => user.role === 'Admin')
    expect(running.output()).toContain(`${running.demo.portalUrl}/relay`)
    expect(running.output()).toContain(admin?.password)
    expect(rolesOf(running.demo)).toEqual([
      { 'COUNTER-1': 'Client', 'COUNTER-2': 'Client', DISPENSARY: 'PrinterComputer' },
      { 'FRONT-DESK': 'None', 'BACK-OFFICE': 'None' },
    ])
  })

  it('has paired each computer with a code of its own, of which none is left over', async () => {
    codes = await codesOf(running)
    expect(codes).not.toContain(null)
    expect(new Set(codes).size).toBe(5)
    const central = await (await openPanel(running.demo, 'Admin')).pharmacy('P-1001')
    expect(central.pairingCodes).toEqual([])
  })

  it('J12 shows no secret in the list of processes', () => {
    const programs = processesOf(dataFolder)
    expect(programs.length).toBeGreaterThan(10)
    const made = Object.values(withDevelopmentSecrets({}, dataFolder)).map(String)
    const secrets = [...made, ...running.demo.users.map(({ password }) => password)]
    const shown = programs.filter((pid) => {
      const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      return secrets.some((secret) => words.includes(secret))
    })
    expect(shown).toEqual([])
  })

  it('ends on Ctrl-C and leaves no process', async () => {
    // For the second start, which must not take it back.
    await (await openPanel(running.demo, 'Admin')).setRole('P-1001', 'COUNTER-2', 0)
    const startedAt = performance.now()
    running.kill('SIGINT')
    expect(await running.ended).toBe(0)
    process.stdout.write(`  npm start ended on Ctrl-C: ${Math.round(performance.now() - startedAt)} ms\n`)
    expect(running.output()).toMatch(/Stopping\.\nStopped\.\n$/)
    await noneLeft(dataFolder)
  })

  it('keeps users, passwords, pharmacies, pairings and who prints where when started again, and leaves no process when it is killed with -9', async () => {
    const again = await startDemo({ platformOnly: false, dataFolder, environment: running.environment })
    const [, riverside] = rolesOf(running.demo)
    expect(rolesOf(again.demo)).toEqual([
      { 'COUNTER-1': 'Client', 'COUNTER-2': 'None', DISPENSARY: 'PrinterComputer' },
      riverside,
    ])
    expect(await codesOf(again)).toEqual(codes)
    expect(again.output()).toMatch(
      /drugs +as they were\n +suggestions +as they were\n +patients +as they were/,
    )
    const { pharmacies, ...others } = running.demo
    expect(again.demo).toMatchObject({ ...others, pharmacies: pharmacies.map(({ id }) => ({ id })) })
    expect(processesOf(dataFolder).length).toBeGreaterThan(11)
    again.kill('SIGKILL')
    await again.ended
    await noneLeft(dataFolder)
  })
})

describe('npm start on a busy port', () => {
  it('names the port and the setting that changes it, and starts nothing', async () => {
    const holder = net.createServer()
    const port = await listening(holder)
    const dataFolder = mkdtempSync(path.join(tmpdir(), 'relay-busy-'))
    const start = startDemo({ platformOnly: true, dataFolder, environment: { Store__Port: String(port) } })
    await expect(start).rejects.toThrow(new RegExp(`${port}, is in use[^]*Store__Port=<port>`))
    expect(existsSync(path.join(dataFolder, 'store'))).toBe(false)
    holder.close()
    rmSync(dataFolder, { recursive: true, force: true })
  })
})
