// Drugs through the running platform: the demo has some, the command brings a list, the gateway leads to them, patients' hub is reserved.
import { readFileSync, writeFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import { signInAs, type SignedInApi } from '../../scripts/start/demo-admin.ts'
import type { RunningDemo } from '../running-demo.ts'
import { sharedDemo } from './shared-demo.ts'

const DEMO_LIST = path.resolve(import.meta.dirname, '../../scripts/drugs/demo-list')

describe('npm start', () => {
  let running: RunningDemo
  let pharmacy: SignedInApi
  beforeAll(async () => {
    running = await sharedDemo({ platformOnly: true })
    const admin = running.demo.users.find(({ role }) => role === 'Admin')
    if (admin === undefined) throw new Error('there is no Admin')
    pharmacy = (await signInAs(running.demo.gatewayUrl, admin)).pharmacy
  })

  const found = async (q: string) => {
    const { items } = await pharmacy.call(pharmacyApi.searchDrugs, { params: null, query: { q }, body: null })
    return items.map(({ name, match }) => [name, match])
  }

  it('starts the pharmacy API with the others and watches over it', async () => {
    expect(running.output()).toContain('pharmacy-api  ready')
    expect(await running.command('list')).toMatch(/pharmacy-api +pid \d+/)
  })

  it('npm run import-drugs brings a list, which the gateway then finds drugs of', async () => {
    const said = await running.importDrugs(DEMO_LIST, '--source', 'demo')
    expect(said).toContain('62 drugs: 62 new, 0 changed, 0 withdrawn. 122 packs: 122 new')
    expect(said).toMatch(/Applied\.\n$/)
    expect((await found('quillodol 5 mg'))[0]).toEqual(['Quillodol 5 mg syrup', 'begins'])
    expect((await found('qillodol'))[0]?.[1]).toBe('near')
  })

  it('npm run import-drugs ends with 1 and names file and line where a list is refused', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'relay-list-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    for (const name of ['drugs.csv', 'packs.csv']) {
      const text = readFileSync(path.join(DEMO_LIST, name), 'utf8')
      writeFileSync(path.join(folder, name), text.replace('D001,pzn,10000001', 'D001,pzn,10000002'))
    }
    const refused = running.importDrugs(folder, '--source', 'demo')
    await expect(refused).rejects.toThrow('packs.csv, line 2: the check digit is wrong: 10000002')
    expect(await found('quillodol 5 mg')).toHaveLength(1)
  })

  it('npm run import-drugs explains itself, and says what it does not understand', async () => {
    expect(await running.importDrugs('--help')).toContain('--confirm-withdrawn')
    await expect(running.importDrugs()).rejects.toThrow('Name a folder.')
    await expect(running.importDrugs('/nowhere/at/all')).rejects.toThrow('/nowhere/at/all is no folder.')
  })

  it('answers 404 at the hub that is reserved', async () => {
    expect((await fetch(`${running.demo.gatewayUrl}/Pharmacy/hubs`)).status).toBe(404)
  })
})
